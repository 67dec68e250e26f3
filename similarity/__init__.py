"""From texts to groups: choice of text, shingles, candidates, exact scores, groups. Pure functions over records."""
