"""pagetwin: audits one's own site for pages that say the same thing.

Start reading at ARCHITECTURE.md; the folder listing is the picture.
"""

__version__ = "0.1.0"
