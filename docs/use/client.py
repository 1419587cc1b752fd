"""A client without a browser: logs in, proposes, votes, appeals and receives alerts. docs/use/sign.md explains it.

    python client.py login ADDRESS
    python client.py propose ADDRESS ACTION TARGET REASON  ACTION: freeze, unfreeze or recover
    python client.py vote ADDRESS PROPOSAL for|against
    python client.py appeal ADDRESS flag|freeze NUMBER REASON
    python client.py state ADDRESS CASE TEXT               the owner's statement in a case
    python client.py alerts ADDRESS WATCHED PORT           receive a test message at http://127.0.0.1:PORT

Environment: DHARMA_KEY is the private key of ADDRESS in hex, DHARMA_API the URL of the API, DHARMA_APP that of the web
app. The key, of index 0, is ECDSA_P256 with SHA3_256, unless DHARMA_CURVE and DHARMA_HASH name others.
"""

import hashlib
import http.cookiejar
import http.server
import json
import os
import queue
import re
import sys
import threading
import time
import unicodedata
import urllib.error
import urllib.request

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from standardwebhooks import Webhook

API = os.environ.get("DHARMA_API", "http://localhost:3001")
APP = os.environ.get("DHARMA_APP", "http://localhost:3000")
CURVES = {"ECDSA_P256": ec.SECP256R1(), "ECDSA_secp256k1": ec.SECP256K1()}
HASHES = {"SHA3_256": hashes.SHA3_256(), "SHA2_256": hashes.SHA256()}
CURVE = CURVES[os.environ.get("DHARMA_CURVE", "ECDSA_P256")]
HASH = HASHES[os.environ.get("DHARMA_HASH", "SHA3_256")]
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def call(method, path, body=None):
    """Return `data` of the answer, once its transaction is sealed; end with the message of a failure."""
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(API + path, data, {"Content-Type": "application/json"}, method=method)
    try:
        with opener.open(request) as response:
            if response.status == 202:  # sent, not sealed yet: the same call again sends nothing, and waits
                return call(method, path, body)
            return json.load(response)["data"]
    except urllib.error.HTTPError as error:
        failure = json.load(error)
        sys.exit(f"{error.code} {failure['code']}: {failure['message']}")


def sign(tag, message, key):
    """Return r and s in hex, over the tag, padded with zeros to 32 bytes, and the message."""
    private = ec.derive_private_key(int(key, 16), CURVE)
    r, s = utils.decode_dss_signature(private.sign(tag.encode().ljust(32, b"\0") + message, ec.ECDSA(HASH)))
    return f"{r:064x}{s:064x}"


def sign_as(tag, message):
    key = os.environ.get("DHARMA_KEY") or sys.exit("Set DHARMA_KEY to the private key of the address, in hex.")
    return [{"keyId": 0, "signature": sign(tag, message, key)}]


def rlp(item):
    """Encode bytes, or a list of them, as RLP."""
    base, content = (0x80, item) if isinstance(item, bytes) else (0xC0, b"".join(map(rlp, item)))
    if base == 0x80 and len(content) == 1 and content[0] < 0x80:
        return content
    if len(content) < 56:
        return bytes([base + len(content)]) + content
    return bytes([base + 56, len(content)]) + content  # up to 255 bytes


def encode_proof(app, address, nonce):
    return rlp([app.encode(), bytes.fromhex(address[2:]), bytes.fromhex(nonce)])


def log_in(address):
    nonce = call("POST", "/v1/session/nonce")["nonce"]
    signatures = sign_as("FCL-ACCOUNT-PROOF-V0.0", encode_proof(APP, address, nonce))
    return call("POST", "/v1/session", {"address": address, "nonce": nonce, "appIdentifier": APP, "signatures": signatures})


NUMBERS = {"Flag": "flagNumber", "Freeze": "freezeNumber"}
ROLES = {"proposal": "Proposer", "vote": "Voter", "appeal": "Appellant", "report": "Reporter"}
ROLES |= {"report withdrawal": "Reporter", "vouch": "Voucher", "vouch withdrawal": "Voucher", "owner statement": "Owner"}


def minute(seconds):
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def number_lines(fields):
    return [f"{name}: {fields[field]}" for name, field in NUMBERS.items() if field in fields]


def action_lines(action):
    lines = [f"Action: {action['name']}", f"Target: {action['targetAddress']}", *number_lines(action)]
    if action["name"] == "recover":
        lines.append(f"Recovery address: {action['recoveryAddress']}")
        lines.append(f"Recovery address since: {minute(action['recoveryAddressSince'])}")
        lines.append(f"Recovery address before: {action.get('recoveryAddressBefore', 'none')}")
    return lines


def vote_lines(vote, action):
    choice = "for" if vote["support"] else "against"
    return [f"Proposal: {vote['proposalId']}", *action_lines(action), f"Choice: {choice}"]


def content_lines(content, actions):
    reason = [f"Reason SHA-256: {content['reasonHash']}"] if "reasonHash" in content else []
    match content["kind"]:
        case "vote":
            return [line for pair in zip(content["votes"], actions) for line in vote_lines(*pair)]
        case "proposal":
            return action_lines(actions[0]) + reason
        case "appeal":
            return number_lines(content["against"]) + reason
        case "owner statement":
            return [f"Case: {content['caseId']}", f"Text SHA-256: {content['textHash']}"]
    return [f"Target: {content['targetAddress']}"] + reason


def build_text(request, answer):
    """Build the text of a message from what was asked for, and from the numbers and actions of the answer."""
    content = request["content"]
    lines = [f"Dharma Guard {content['kind']}", f"Contract: {answer['contract']}", f"Network: {answer['network']}"]
    lines += content_lines(content, answer.get("actions"))
    lines += [f"{ROLES[content['kind']]}: {request['address']}", f"Sequence: {answer['sequence']}"]
    return "\n".join([*lines, f"Valid until: {minute(answer['validUntil'])}"])


def sign_message(address, content):
    """Return the `wallet` of a signed call."""
    request = {"address": address, "content": content}
    answer = call("POST", "/v1/messages", request)
    text = build_text(request, answer)
    if text != answer["text"]:
        sys.exit(f"The server wants another text signed:\n{answer['text']}\nnot:\n{text}")
    signatures = sign_as("FLOW-V0.0-user", text.encode())
    return {"address": address, "sequence": answer["sequence"], "validUntil": answer["validUntil"], "signatures": signatures}


# White space, marks of direction and spaces without width, which mean nothing at the ends of a text.
OUTER = "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
OUTER += "".join(filter(str.isspace, map(chr, range(0x3001))))


def normalize(text):
    """Return a text of a person in the form in which the API hashes and stores it."""
    lines = text.replace("\u00ad", "").replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    return unicodedata.normalize("NFC", re.sub(r"(\s{10})\s+", r"\1", lines)).strip(OUTER)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def propose(address, action, target, reason):
    reason = normalize(reason)
    content = {"kind": "proposal", "action": action, "targetAddress": target, "reasonHash": sha256(reason)}
    body = {"action": action, "targetAddress": target, "reason": reason, "wallet": sign_message(address, content)}
    return call("POST", "/v1/governance/proposals", body)


def vote(address, proposal, choice):
    votes = [{"proposalId": int(proposal), "support": choice == "for"}]
    return call("POST", "/v1/governance/votes", {"votes": votes, "wallet": sign_message(address, {"kind": "vote", "votes": votes})})[0]


def appeal(address, what, number, reason):
    reason = normalize(reason)
    content = {"kind": "appeal", "against": {f"{what}Number": int(number)}, "reasonHash": sha256(reason)}
    body = {"against": content["against"], "reason": reason, "wallet": sign_message(address, content)}
    return call("POST", "/v1/appeals", body)


def state(address, case_id, text):
    text = normalize(text)
    wallet = sign_message(address, {"kind": "owner statement", "caseId": case_id, "textHash": sha256(text)})
    return call("PUT", f"/v1/cases/{address}/{case_id}/statement", {"text": text, "wallet": wallet})["ownerStatement"]


class Receiver(http.server.BaseHTTPRequestHandler):
    received = queue.Queue()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        message = json.loads(body)
        is_challenge = message["type"] == "webhook.challenge"  # it comes before the secret is known
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(message["data"]).encode() if is_challenge else b"")
        if not is_challenge:
            self.received.put((body, self.headers))


def receive_alerts(address, watched, port):
    log_in(address)
    call("PUT", f"/v1/watch/{watched}")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    webhook = call("POST", "/v1/webhooks", {"url": f"http://127.0.0.1:{port}/", "addresses": [watched]})
    call("POST", f"/v1/webhooks/{webhook['id']}/test")
    body, headers = Receiver.received.get(timeout=30)
    return Webhook(webhook["secret"]).verify(body, dict(headers))  # raises unless Dharma Guard signed it


COMMANDS = {"login": log_in, "propose": propose, "vote": vote, "appeal": appeal, "state": state, "alerts": receive_alerts}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        sys.exit(__doc__)
    print(json.dumps(COMMANDS[sys.argv[1]](*sys.argv[2:]), indent=2))
