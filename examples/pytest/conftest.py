"""A sandbox in place of Omise, and the shop under test at a real port."""

import os
import re
import subprocess
import threading

import omise
import pytest
import requests
from werkzeug.serving import make_server

from shop import Shop, create_app


class Sandbox:
    """The control plane, for one account: see `npx payment-sandbox docs control`."""

    def __init__(self, url, account):
        self.url = url
        self.account = {"account": account}

    def get(self, path):
        return self._call("GET", path)

    def post(self, path, /, **body):
        return self._call("POST", path, json=body)

    def settle(self):
        """Wait until the webhooks that are due have arrived."""
        self.post("clock", advance="0s")

    def _call(self, method, path, **options):
        url = f"{self.url}/_sandbox/{path}"
        response = requests.request(method, url, params=self.account, **options)
        assert response.ok, response.text
        return response.json()


@pytest.fixture(scope="session")
def own_sandbox_url():
    """A sandbox of this worker alone."""
    options = "--port 0 --profile omise --accounts auto --log silent".split()
    command = ["npx", "payment-sandbox", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()  # payment-sandbox ready on http://...
        yield re.search(r"http://\S+", line).group()
        process.terminate()


@pytest.fixture
def sandbox_url(request):
    """The sandbox that `exec` started for all workers, or else one of this worker."""
    url = os.environ.get("PAYMENT_SANDBOX_URL")
    return url or request.getfixturevalue("own_sandbox_url")


@pytest.fixture
def sandbox(sandbox_url, worker_id):
    """An empty account for each test: `skey_test_gw0` is that of the first worker."""
    omise.api_secret = f"skey_test_{worker_id}"
    omise.api_public = f"pkey_test_{worker_id}"
    info = requests.get(f"{sandbox_url}/_sandbox/info").json()
    omise.api_main = info["url"]
    omise.api_vault = info["vault_url"]
    omise.Account.retrieve()  # The first call with a key creates its account.
    sandbox = Sandbox(sandbox_url, omise.api_secret)
    sandbox.post("reset")
    return sandbox


@pytest.fixture
def shop(sandbox):
    """The shop, whose account at Omise sends webhooks to it."""
    shop = Shop(sandbox.get("info")["webhook_secret"])
    server = make_server("127.0.0.1", 0, create_app(shop))
    serve = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    serve.start()
    webhooks = f"http://127.0.0.1:{server.port}/webhooks"
    omise.Account.retrieve().update(webhook_uri=webhooks)
    yield shop
    sandbox.settle()
    server.shutdown()


@pytest.fixture
def card(sandbox):
    """Make a token: `card()`, or with the number of a card that is declined."""

    def make(number="4242424242424242"):
        return omise.Token.create(
            name="Somchai Prasert",
            number=number,
            expiration_month=12,
            expiration_year=2040,
            security_code="123",
        ).id

    return make
