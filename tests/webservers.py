"""nginx and Apache on loopback, each with a configuration of its own in a temporary folder."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

_MODULES = ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/usr/lib/httpd/modules", "/usr/libexec/apache2")


@dataclass(frozen=True)
class Server:
    """Where it listens: without and with TLS."""

    http: int
    https: int

    def get(self, url: str, method: str = "GET") -> tuple[int, str]:
        """Status and Location of an address, asked for as it is written, whatever its host."""
        scheme, _, rest = url.partition("://")
        host, slash, path = rest.partition("/")
        trust = ssl._create_unverified_context()
        connection: http.client.HTTPConnection = (
            http.client.HTTPSConnection("127.0.0.1", self.https, timeout=10, context=trust)
            if scheme == "https"
            else http.client.HTTPConnection("127.0.0.1", self.http, timeout=10)
        )
        try:
            connection.putrequest(method, slash + path, skip_host=True, skip_accept_encoding=True)
            connection.putheader("Host", host)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.getheader("Location") or ""
        finally:
            connection.close()


def needs(*names: str) -> str:
    """The first of these programs that is there. Without one the test is left out; it fails instead when
    PAGETWIN_REQUIRE_SERVERS=1, as in CI.
    """
    places = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
    found = next((path for name in names if (path := shutil.which(name, path=places))), None)
    if found:
        return found
    if os.environ.get("PAGETWIN_REQUIRE_SERVERS") == "1":
        pytest.fail(f"no {' or '.join(names)} (PAGETWIN_REQUIRE_SERVERS=1)")
    pytest.skip(f"needs {' or '.join(names)}")


def modules() -> Path:
    """Where Apache has its modules."""
    return next((Path(folder) for folder in _MODULES if Path(folder).is_dir()), Path("modules"))


@contextmanager
def folder() -> Iterator[Path]:
    """A temporary folder that a server may read that gives up its rights; with a certificate of its own."""
    with tempfile.TemporaryDirectory(prefix="pagetwin-server-") as name:
        place = Path(name)
        place.chmod(0o755)
        subprocess.run(
            [needs("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-subj", "/CN=localhost", "-days", "2", "-keyout", place / "key.pem", "-out", place / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        yield place


@contextmanager
def nginx(rules: str) -> Iterator[Server]:
    """nginx with the rules included as their comment says; every other request is answered 200."""
    program = needs("nginx")
    with folder() as place, _ports() as server:
        (place / "rules.conf").write_text(rules, "utf-8")
        temporary = "".join(
            f"{name}_temp_path {place}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (place / "nginx.conf").write_text(
            f"""daemon off; pid {place}/pid; error_log {place}/error.log;
events {{}}
http {{
  access_log off; {temporary}
  include {place}/rules.conf;
  server {{
    listen 127.0.0.1:{server.http}; listen 127.0.0.1:{server.https} ssl;
    ssl_certificate {place}/cert.pem; ssl_certificate_key {place}/key.pem;
    if ($pagetwin_redirect) {{ return 301 $pagetwin_redirect; }}
    location / {{ return 200 here; }}
  }}
}}
"""
        )
        command = [program, "-p", str(place), "-e", str(place / "error.log"), "-c", str(place / "nginx.conf")]
        with _running(command, [*command, "-t"], server.http):
            yield server


@contextmanager
def apache(rules: str, *, htaccess: bool) -> Iterator[Server]:
    """Apache with the rules in the configuration of its host or in .htaccess; there is no page at all."""
    program = needs("apache2", "httpd")
    with folder() as place, _ports() as server:
        pages = place / "pages"
        pages.mkdir()
        (pages / ".htaccess" if htaccess else place / "rules.conf").write_text(rules, "utf-8")
        loaded = "\n".join(
            f"LoadModule {name}_module {modules()}/mod_{name}.so"
            for name in ("mpm_event", "authz_core", "rewrite", "socache_shmcb", "ssl")
        )
        user = "User nobody\nGroup #65534\n" if getattr(os, "geteuid", lambda: 1)() == 0 else ""
        tls = f"SSLEngine on\nSSLCertificateFile {place}/cert.pem\nSSLCertificateKeyFile {place}/key.pem"
        hosts = "\n".join(
            f"<VirtualHost *:{port}>\n{secured}\n{'' if htaccess else f'Include {place}/rules.conf'}\n</VirtualHost>"
            for port, secured in (
                (server.http, ""),
                (server.https, tls),
            )
        )  # fmt: skip
        (place / "httpd.conf").write_text(
            f"""{loaded}
ServerRoot {place}
DefaultRuntimeDir {place}
PidFile {place}/pid
ErrorLog {place}/error.log
ServerName localhost
{user}Listen 127.0.0.1:{server.http}
Listen 127.0.0.1:{server.https}
DocumentRoot {pages}
<Directory {pages}>
AllowOverride {"FileInfo" if htaccess else "None"}
Require all granted
</Directory>
{hosts}
"""
        )
        command = [program, "-d", str(place), "-f", str(place / "httpd.conf")]
        with _running([*command, "-DFOREGROUND"], [*command, "-t"], server.http):
            yield server


@contextmanager
def _ports() -> Iterator[Server]:
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        server = Server(one.getsockname()[1], other.getsockname()[1])
    yield server


@contextmanager
def _running(command: list[str], check: list[str], port: int) -> Iterator[None]:
    """A server, once its own parser has taken the configuration and it answers."""
    checked = subprocess.run(check, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "[warn]" not in checked.stderr
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(200):
            assert process.poll() is None, process.stderr and process.stderr.read()
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(10)
        if process.stderr:
            process.stderr.close()
