"""A LangChain loader that hands on only URLs that may be fetched.

    RobotsLoader(urls, lambda url: WebBaseLoader(url), RobotsService(agent="FooBot")).load()
"""

from collections.abc import Callable, Iterable, Iterator

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document
from robots_service import RobotsService


class RobotsLoader(BaseLoader):
    """`loader_for` makes the loader of one URL; it is made only for URLs that may be fetched."""

    def __init__(self, urls: Iterable[str], loader_for: Callable[[str], BaseLoader], service: RobotsService):
        self._urls = list(urls)
        self._loader_for = loader_for
        self._service = service
        self.refused: list[dict] = []

    def lazy_load(self) -> Iterator[Document]:
        for url in self._urls:
            [decision] = self._service.check([url])
            if decision["action"] == "fetch":
                yield from self._loader_for(url).lazy_load()
            else:
                self.refused.append(decision)
