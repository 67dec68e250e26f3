"""The peer of the crawl benchmark: Scrapy with trafilatura in its callback, one JSON line a page.

Run by an environment that has scrapy and trafilatura: PYTHON benchmarks/scrapy_peer.py ADDRESS LIMIT CONCURRENCY OUT
It reads the same sitemap, keeps title, canonical and main text, and obeys robots.txt, as an owner would set it up.
"""

import json
import sys

import scrapy
import trafilatura
from scrapy.crawler import CrawlerProcess
from scrapy.utils.sitemap import Sitemap


class Peer(scrapy.Spider):
    """Every address of the sitemap, up to a limit."""

    name = "peer"

    async def start(self):
        """The sitemap first."""
        yield scrapy.Request(sys.argv[1].rstrip("/") + "/sitemap.xml", self.parse_sitemap)

    def parse_sitemap(self, response):
        """A request for each address."""
        for number, entry in enumerate(Sitemap(response.body)):
            if LIMIT and number >= LIMIT:
                return
            yield scrapy.Request(entry["loc"], self.parse)

    def parse(self, response):
        """What a page gives."""
        yield {
            "url": response.url,
            "title": response.xpath("//title/text()").get(),
            "canonical": response.xpath("//link[@rel='canonical']/@href").get(),
            "text": trafilatura.extract(response.text),
        }


class Lines:
    """A pipeline that writes one JSON line a page."""

    def open_spider(self):
        """Open the file."""
        self.file = open(sys.argv[4], "w", encoding="utf-8")  # noqa: SIM115

    def close_spider(self):
        """Close it."""
        self.file.close()

    def process_item(self, item):
        """Write a line."""
        self.file.write(json.dumps(item, ensure_ascii=False) + "\n")
        return item


LIMIT = int(sys.argv[2])
if __name__ == "__main__":
    process = CrawlerProcess(
        {
            "LOG_LEVEL": "ERROR",
            "ROBOTSTXT_OBEY": True,
            "CONCURRENT_REQUESTS": int(sys.argv[3]),
            "CONCURRENT_REQUESTS_PER_DOMAIN": int(sys.argv[3]),
            "DOWNLOAD_DELAY": 0,
            "ITEM_PIPELINES": {Lines: 1},
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    process.crawl(Peer)
    process.start()
