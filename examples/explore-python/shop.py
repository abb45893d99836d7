"""A shop with nothing but Python: it charges a card, and learns by webhook that it was paid.

    python3 shop.py buy      a customer orders and pays; fails when the shop has sent the wrong number of parcels
    python3 shop.py look-up  what runs when the shop starts again: asks the service about orders that are still open

BUG=no-idempotency-key charges twice when an answer is lost; BUG=ships-again sends a parcel for each webhook.
"""

import base64
import hashlib
import hmac
import http.client
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ENV = {name: os.environ["PAYMENT_SANDBOX_" + name] for name in
       ("URL", "VAULT_URL", "PUBLIC_KEY", "SECRET_KEY", "WEBHOOK_SECRET")}
BUG = os.environ.get("BUG")
CARD = {"card[name]": "Somchai Prasert", "card[number]": "4242424242424242",
        "card[expiration_month]": "12", "card[expiration_year]": "2040"}


class Refused(Exception):
    """The service has refused: another attempt would not help."""


def ask(path, form=None, *, host=ENV["URL"], key=ENV["SECRET_KEY"], once=None):
    """Repeats a request until there is an answer: one may get lost. With `once` as key, nothing happens twice."""
    request = urllib.request.Request(host + path, data=form and urllib.parse.urlencode(form).encode())
    request.add_header("Authorization", "Basic " + base64.b64encode(f"{key}:".encode()).decode())
    if once is not None and BUG != "no-idempotency-key":
        request.add_header("Idempotency-Key", once)
    for attempt in range(5):
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise Refused(json.load(error)["message"]) from None
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.02 * 2**attempt)
    raise TimeoutError(f"no answer to {path}")


class Book:
    """The orders, in a file that survives a crash."""

    def __init__(self):
        self.file = Path(os.environ.get("PAYMENT_SANDBOX_FOLDER", ".")) / "orders.json"
        self.lock = threading.Lock()
        self.orders = json.loads(self.file.read_text()) if self.file.exists() else {}

    def save(self):
        draft = self.file.with_suffix(".new")
        draft.write_text(json.dumps(self.orders))
        draft.replace(self.file)

    def place(self, number, amount):
        self.orders[number] = {"amount": amount, "paid": False, "parcels": 0}
        self.save()

    def learn(self, charge):
        """Takes news of a charge, from a webhook or a look-up, any number of times."""
        with self.lock:
            order = self.orders.get(charge["metadata"].get("order"))
            if order is None or not charge["paid"] or (order["paid"] and BUG != "ships-again"):
                return
            order["paid"] = True
            order["parcels"] += 1
            self.save()


def receiver(book):
    """A server for webhooks on a free port. `last` is the time of the last one."""

    class Webhooks(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.server.last = time.monotonic()
            if not signed(body, self.headers):
                return self.answer(400)
            event = json.loads(body)
            if event["key"] == "charge.complete":
                book.learn(event["data"])
            self.answer(204)

        def answer(self, status):
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Webhooks)
    server.last = time.monotonic()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def signed(body, headers):
    timestamp = headers.get("Service-Signature-Timestamp", "")
    text = timestamp.encode() + b"." + body
    expected = hmac.new(ENV["WEBHOOK_SECRET"].encode(), text, hashlib.sha256).hexdigest()
    fits = any(hmac.compare_digest(expected, one) for one in headers.get("Service-Signature", "").split(","))
    return fits and abs(time.time() - int(timestamp)) < 300


def pay(number, amount, webhooks):
    token = ask("/tokens", CARD, host=ENV["VAULT_URL"], key=ENV["PUBLIC_KEY"])
    customer = ask("/customers", {"card": token["id"]}, once=f"customer-{number}")
    form = {"amount": amount, "currency": "thb", "customer": customer["id"],
            "metadata[order]": number, "webhook_endpoints[]": webhooks}
    ask("/charges", form, once=f"order-{number}")


def buy(book):
    webhooks = receiver(book)
    book.place("A-1", 100_000)
    try:
        pay("A-1", 100_000, f"http://127.0.0.1:{webhooks.server_port}/webhooks")
    except (Refused, TimeoutError) as error:
        print(f"the customer reads: {error}")
    # Nothing has come for a while: nothing more will come soon.
    while time.monotonic() - webhooks.last < 0.3:
        time.sleep(0.02)
    look_up(book)
    order = book.orders["A-1"]
    if order["parcels"] != order["paid"]:
        sys.exit(f"order A-1 is {'paid' if order['paid'] else 'open'}, and {order['parcels']} parcels have left")


def look_up(book):
    for number in book.orders:
        query = urllib.parse.urlencode({"scope": "charge", "query": f'metadata.order:"{number}"'})
        for charge in ask(f"/search?{query}")["data"]:
            if not book.orders[number]["paid"]:
                book.learn(charge)


if __name__ == "__main__":
    {"buy": buy, "look-up": look_up}[sys.argv[1]](Book())
