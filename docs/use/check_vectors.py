"""Checks that client.py builds each text of signing-vectors.json, and that both signatures of it are valid."""

import hashlib
import json
import pathlib
import sys

import client
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils


def check(vector, message):
    tagged = vector["tag"].encode().ljust(32, b"\0") + message
    x, y = (int(vector["publicKey"][start : start + 64], 16) for start in (0, 64))
    key = ec.EllipticCurvePublicNumbers(x, y, ec.SECP256R1()).public_key()
    for signature in (vector["signature"], client.sign(vector["tag"], message, vector["privateKey"])):
        der = utils.encode_dss_signature(int(signature[:64], 16), int(signature[64:], 16))
        key.verify(der, tagged, ec.ECDSA(hashes.SHA3_256()))
    return hashlib.sha3_256(tagged).hexdigest() == vector["sha3_256"]


vectors = json.loads((pathlib.Path(__file__).parent / "signing-vectors.json").read_text())
for vector in vectors["messages"]:
    text = client.build_text(vector["request"], vector["answer"])
    if text != vector["text"] or not check(vector, text.encode()):
        sys.exit(f"'{vector['name']}' differs:\n{text}")
proof = vectors["accountProof"]
encoded = client.encode_proof(proof["appIdentifier"], proof["address"], proof["nonce"])
if encoded.hex() != proof["encoded"] or not check(proof, encoded):
    sys.exit(f"The account proof differs: {encoded.hex()}")
if client.normalize("\ufeff Cafe\u0301\r\nso\u00adft" + "\t\r" * 9 + "x\r\u200f ") != "Caf\u00e9\nsoft" + " \n" * 5 + "x":
    sys.exit("The normal form of a text differs.")
print(f"{len(vectors['messages'])} texts and the account proof are correct.")
