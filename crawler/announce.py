"""What is said before the crawl: how many addresses, how fast, and how long that takes at least."""

from __future__ import annotations

_WORTH_SAYING = 60.0  # seconds


def duration(addresses: int, interval: float) -> str:
    """`212 addresses at 1 a second: about 4 minutes`; empty when it is not long. `interval` in seconds between two."""
    seconds = addresses * interval
    if seconds < _WORTH_SAYING:
        return ""
    pace = f"{1 / interval:.3g} a second" if interval <= 1 else f"one every {interval:g} seconds"
    return f"{addresses:,} addresses at {pace}: about {_time(seconds)}"


def _time(seconds: float) -> str:
    for unit, size in (("day", 86_400), ("hour", 3_600)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}s"
    minutes = max(1, round(seconds / 60))
    return f"{minutes} minute{'s' if minutes > 1 else ''}"
