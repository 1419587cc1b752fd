"""What schemathesis cannot know of this API, each with its reason."""

import itertools
import os
import re
import unicodedata

import schemathesis

clients = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    # The limits of requests count clients, so that one client of many requests would see nothing but 429. The server
    # of the test trusts its client as a proxy (TRUSTED_PROXIES), which names another address for each request.
    number = next(clients)
    case.headers = {**(case.headers or {}), "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
    if isinstance(case.query, dict):
        invent_no_cursor(case.query)
    if isinstance(case.body, dict):
        keep_to_loopback(case.body)
        name_each_proposal_once(case.body)
        name_another_target(case.body)
        write_plain_text(case.body)


def invent_no_cursor(query):
    """A cursor is opaque: one that no list answered is refused, and no schema can say which ones were."""
    if re.fullmatch(r"[0-9a-f]{1,40}(--?[0-9]{1,9}){0,3}(\.[0-9a-f]{12})?", str(query.get("cursor"))):
        del query["cursor"]


def keep_to_loopback(body):
    """A webhook is called when it is created: no request of a test may reach a host of somebody."""
    url = body.get("url")
    if isinstance(url, str) and len(url) <= 500:
        body["url"] = re.sub(r"^(https?)://[!-~]+$", r"\1://127.0.0.1:9/", url, flags=re.IGNORECASE)


def name_each_proposal_once(body):
    """JSON Schema cannot say that one field of all items differs."""
    for holder in (body, body.get("content")):
        votes = holder.get("votes") if isinstance(holder, dict) else None
        if isinstance(votes, list):
            for index, vote in enumerate(votes):
                if isinstance(vote, dict) and isinstance(vote.get("proposalId"), int):
                    vote["proposalId"] += index * 1000


def name_another_target(body):
    """JSON Schema cannot say that two fields differ: nobody flags or vouches for itself."""
    wallet = body.get("wallet")
    author = wallet.get("address") if isinstance(wallet, dict) else body.get("address", os.environ["SESSION_ADDRESS"])
    for holder in (body, body.get("content")):
        target = holder.get("targetAddress") if isinstance(holder, dict) else None
        if isinstance(target, str) and target.lower() == str(author).lower():
            alice, bob = "0xe03daebed8ca0615", "0x192440c99cb17282"
            holder["targetAddress"] = alice if target.lower() == bob else bob


MAX_STATEMENT = 280
MAX_BYTES = 4000


def is_kept(char):
    is_refused_control = unicodedata.category(char) == "Cc" and char not in "\t\n\v\f\r\x85"
    return is_refused_control or (char.isascii() and char.isalnum())


def write_plain_text(body):
    """A pattern cannot say what is a link, which characters draw something, or how many of them a text may have. Tests
    of the text rules try all strings; here all but letters, digits and controls become letters, and long texts end."""
    for name in ("reason", "text"):
        if isinstance(body.get(name), str):
            text = "".join(char if is_kept(char) else "x" for char in body[name])
            is_taken = text.isalnum() and len(text) <= MAX_BYTES
            body[name] = text[:MAX_STATEMENT] if is_taken else text
