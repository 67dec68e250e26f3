"""What many connections in one httpx pool cost: python benchmarks/pools.py [--requests N]

Asks a small page of a loopback server N times, 4 and 64 requests at a time: with one pool of that many connections
(before), and with the crawler's own Client, which spreads them over pools of four (after). Prints requests per second.
The server is a bare asyncio loop in a process of its own, so that it is never the slow part.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection

import httpx
from pagetwin.config import CrawlSettings
from pagetwin.crawler.fetch import Client

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\n<p>hello</p>"


def server(port: Connection) -> None:
    """Answers every request with the same few bytes; says its port first."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(ANSWER)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def serve() -> None:
        listening = await asyncio.start_server(talk, "127.0.0.1", 0)
        port.send(listening.sockets[0].getsockname()[1])
        await listening.serve_forever()

    asyncio.run(serve())


async def rate(ask: Callable[[], Awaitable[object]], requests: int, at_a_time: int) -> float:
    """Requests per second of `ask`."""
    left = iter(range(requests))

    async def work() -> None:
        for _ in left:
            await ask()

    began = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(at_a_time)))
    return requests / (time.perf_counter() - began)


async def measure(url: str, requests: int) -> None:
    """Both ways, few and many connections."""
    for at_a_time in (4, 64):
        limits = httpx.Limits(max_connections=at_a_time, max_keepalive_connections=at_a_time)
        async with httpx.AsyncClient(limits=limits) as one:
            before = await rate(lambda one=one: one.get(url), requests, at_a_time)  # type: ignore[misc]
        async with Client(CrawlSettings(rate=0.0, concurrency=at_a_time)) as several:
            after = await rate(lambda several=several: several.get(url), requests, at_a_time)  # type: ignore[misc]
        told = f"one pool {before:6,.0f}/s, pools of four {after:6,.0f}/s, {after / before:.2f} times"
        print(f"{at_a_time:3} at a time: {told}")


def main() -> None:
    """Start the server, measure, stop it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--requests", type=int, default=4000)
    given = options.parse_args()
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=server, args=(there,), daemon=True)
    process.start()
    asyncio.run(measure(f"http://127.0.0.1:{here.recv()}/", given.requests))
    process.terminate()


if __name__ == "__main__":
    main()
