"""The owner judges pairs, and the threshold follows: choosing pairs, the fit, and the local web app around them."""
