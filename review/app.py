"""The web app of a review: few addresses, forms that work without scripts, nothing that comes from another machine."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args
from urllib.parse import parse_qs

import jinja2
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ..model import Answer
from ..reports.language import Code, Language
from . import view
from .guard import Guard
from .session import Session
from .work import Job, Work

FORM_BYTES = 65_536
NOTE = 2_000  # characters of a note that are kept
_TYPES = {".css": "text/css", ".js": "text/javascript"}
_STATIC = ("style.css", "review.css", "theme.js", "ui.js", "pair.js", "review.js")


class App:
    """The answers to requests; all run in the one thread of the server."""

    def __init__(self, session: Session, work: Work, report: Path, language: Code, root: str) -> None:
        self._session, self._work, self._report, self._root = session, work, report, root
        self._code: Code = language
        self._environments: dict[Code, tuple[Language, jinja2.Environment]] = {}
        here = files("pagetwin.templates").joinpath("static")
        self._static = {name: here.joinpath(name).read_bytes() for name in _STATIC}

    def routes(self) -> list[Route | Mount]:
        """All addresses, below the token."""
        return [
            Route("/", self.start),
            Route("/pair/{number:int}", self.pair),
            Route("/pair/{number:int}/answer", self.answer, methods=["POST"]),
            Route("/result", self.result),
            Route("/more", self.more, methods=["POST"]),
            Route("/adopt", self.adopt, methods=["POST"]),
            Route("/progress", self.progress),
            Route("/language/{code}", self.language),
            Route("/static/{name}", self.static),
            Mount("/report", StaticFiles(directory=self._report, check_dir=False)),
        ]

    async def start(self, _: Request) -> Response:
        """To the first pair without an answer."""
        return self._to_pair(self._session.next_open(-1))

    async def pair(self, request: Request) -> Response:
        """One pair."""
        return self._page("review_pair.html.j2", view.pair(self._session, self._number(request)))

    async def answer(self, request: Request) -> Response:
        """Store an answer and go on; `go=back` keeps the note and goes back."""
        number, form = self._number(request), await _form(request)
        note = form.get("note", "").replace("\r\n", "\n").strip()[:NOTE]
        label = form.get("label", "")
        if not label:
            self._session.annotate(number, note)
            return self._to_pair(max(number - 1, 0))
        if label not in get_args(Answer):
            raise HTTPException(400, "unknown answer")
        self._session.answer(number, next(known for known in get_args(Answer) if known == label), note)
        return self._to_pair(self._session.next_open(number))

    async def result(self, _: Request) -> Response:
        """What the answers say; what it would give is computed meanwhile."""
        if self._work.adopted is not None and self._work.adopted != self._held():
            self._session.adopted()
        job = view.wish(self._session, self._work)
        if job is not None and not self._work.failed:
            self._work.ask(job)
        language, _environment = self._speak()
        return self._page("review_result.html.j2", view.result(self._session, self._work, language))

    async def more(self, _: Request) -> Response:
        """Ask about more pairs."""
        self._session.more()
        return self._to_pair(self._session.next_open(-1))

    async def adopt(self, request: Request) -> Response:
        """Take over the thresholds that the page showed, if they are still what the answers say."""
        form = await _form(request)
        proposed = self._session.proposal()
        if proposed is None or form.get("thresholds") != f"{proposed.jaccard} {proposed.containment}":
            return self._to("result")
        clear = len(self._session.points("jaccard")) + len(self._session.points("containment"))
        self._work.ask(Job("adopt", (proposed.jaccard, proposed.containment), clear))
        return self._to("result")

    async def progress(self, _: Request) -> Response:
        """How far the running job is."""
        return JSONResponse(view.progress(self._work, self._speak()[0]))

    async def language(self, request: Request) -> Response:
        """Speak another language from now on."""
        code = request.path_params["code"]
        if code in get_args(Code):
            self._code = code
        back = request.query_params.get("back", "")
        return self._to(back if back == "result" or back.removeprefix("pair/").isdecimal() else "")

    async def static(self, request: Request) -> Response:
        """Style sheets and scripts."""
        name = request.path_params["name"]
        if name not in self._static:
            raise HTTPException(404)
        return Response(self._static[name], media_type=_TYPES[Path(name).suffix])

    def _held(self) -> tuple[float, float]:
        return self._session.site.jaccard, self._session.site.containment

    def _number(self, request: Request) -> int:
        """The number of a pair, from 0; pairs that were not shown yet are not known yet."""
        number = int(request.path_params["number"]) - 1
        if not 0 <= number < len(self._session.items):
            raise HTTPException(404, "no such pair")
        return number

    def _to_pair(self, number: int | None) -> Response:
        return self._to("result" if number is None else f"pair/{number + 1}")

    def _to(self, place: str) -> Response:
        return RedirectResponse(self._root + place, 303)

    def _speak(self) -> tuple[Language, jinja2.Environment]:
        if self._code not in self._environments:
            language = Language(self._code)
            self._environments[self._code] = language, view.environment(language, self._session, self._root)
        return self._environments[self._code]

    def _page(self, template: str, values: dict[str, Any]) -> Response:
        _, environment = self._speak()
        text = environment.get_template(template).render(values)
        return HTMLResponse(text.encode("utf-8", "replace"))


async def _form(request: Request) -> dict[str, str]:
    """The fields of a posted form, of each the last one."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > FORM_BYTES:
            raise HTTPException(413, "too long")
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        raise HTTPException(400, "not a form") from None
    return {name: values[-1] for name, values in fields.items()}


def build(make: Callable[[str], App], port: int, token: str) -> ASGIApp:
    """The whole app for this port and token; `make` is given the path that all its addresses begin with."""
    app = make(f"/{token}/")
    return Guard(Starlette(routes=[Mount(f"/{token}", routes=app.routes())]), port, token)
