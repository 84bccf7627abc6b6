"""Which proxy a URL is requested through, by the same rules as in the JavaScript client
(docs/transports.md)."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

_ENTRY = re.compile(r"(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?")


def proxy_of(url: str) -> str | None:
    """The proxy from ``HTTP_PROXY``, ``HTTPS_PROXY`` and ``ALL_PROXY``, unless ``NO_PROXY`` lists the
    host. A proxy is never used for this machine, because it would reach its own."""
    proxies = getproxies()
    parts = urlsplit(url)
    proxy = (proxies.get(parts.scheme) or proxies.get("all") or "").strip()
    host = (parts.hostname or "").removesuffix(".")
    if not proxy or _is_here(host):
        return None
    port = str(parts.port or (443 if parts.scheme == "https" else 80))
    exceptions = proxies.get("no")
    if exceptions is None:
        # The exceptions of the operating system.
        is_exempt = bool(proxy_bypass(host))
    else:
        is_exempt = any(_covers(entry, host, port) for entry in re.split(r"[\s,]+", exceptions.lower()) if entry)
    if is_exempt:
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def _is_here(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost") or host == "::1" or _is_within(host, "127.0.0.0/8")


def _covers(entry: str, host: str, port: str) -> bool:
    if entry == "*":
        return True
    match = _ENTRY.fullmatch(entry)
    # Brackets mean something only before a port.
    if match is None or (entry.startswith("[") and entry.endswith("]")):
        return False
    name, its_port = match.groups()
    if its_port is not None and its_port != port:
        return False
    listed = name.strip("[]").removeprefix("*").removeprefix(".").removesuffix(".")
    if _is_address(host):
        return _is_within(host, listed)
    return (host == listed and not name.startswith("*.")) or (listed != "" and host.endswith(f".{listed}"))


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_within(host: str, network: str) -> bool:
    try:
        return ip_address(host) in ip_network(network, strict=False)
    except ValueError:
        return False
