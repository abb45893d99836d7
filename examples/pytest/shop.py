"""A shop that charges with the client of Omise, and learns by webhook what was paid."""

import base64
import hashlib
import hmac
import time
from dataclasses import dataclass

import omise
import requests
from flask import Flask, request

#: The state of an order by the status of its charge.
STATES = {
    "pending": "waiting",
    "successful": "paid",
    "failed": "open",
    "expired": "open",
}


@dataclass
class Order:
    amount: int  # in satang
    state: str = "open"
    charge: str | None = None
    problem: str | None = None


class Shop:
    def __init__(self, webhook_secret):
        self.orders = {}
        self.webhook_key = base64.b64decode(webhook_secret)

    def place(self, number, amount):
        self.orders[number] = Order(amount)
        return self.orders[number]

    def pay(self, number, **payment):
        """Charge `card="tokn_..."`, or a QR code: `source={"type": "promptpay"}`."""
        order = self.orders[number]
        if order.state != "open":
            raise ValueError(f"order {number} is {order.state}")
        order.state = "paying"
        try:
            charge = omise.Charge.create(
                amount=order.amount,
                currency="thb",
                metadata={"order": number},
                **payment,
            )
        except requests.RequestException:
            # There may be a charge: the order stays closed until a webhook tells.
            return
        except omise.errors.BaseError as error:
            order.state, order.problem = "open", str(error)
            return
        self.learn(number, charge.id, charge.status, charge.failure_message)

    def learn(self, number, charge, status, problem):
        """Take the news of a charge, from an answer or a webhook, once or twice."""
        order = self.orders[number]
        if order.state != "paid":
            order.state = STATES[status]
            order.charge = charge
            order.problem = problem

    def is_signed(self, body, headers):
        """Whether Omise sent this webhook, in the last five minutes."""
        timestamp = headers.get("Omise-Signature-Timestamp", "")
        message = timestamp.encode() + b"." + body
        digest = hmac.new(self.webhook_key, message, hashlib.sha256).hexdigest()
        # Two while the secret is changed.
        signatures = headers.get("Omise-Signature", "").split(",")
        if not any(hmac.compare_digest(digest, one) for one in signatures):
            return False
        return abs(time.time() - int(timestamp)) < 300


def create_app(shop):
    app = Flask(__name__)

    @app.post("/webhooks")
    def receive():
        if not shop.is_signed(request.get_data(), request.headers):
            return "", 400
        data = request.get_json()["data"]
        if data["object"] == "charge":
            number = data["metadata"]["order"]
            shop.learn(number, data["id"], data["status"], data["failure_message"])
        return "", 204

    return app
