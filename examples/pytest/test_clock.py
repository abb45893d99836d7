"""All accounts of a sandbox share its clock: here each worker has its own sandbox."""

import pytest


@pytest.fixture
def sandbox_url(own_sandbox_url):
    return own_sandbox_url


def test_a_qr_code_that_nobody_pays_expires(shop, sandbox, card):
    order = shop.place("C-1", 50_000)
    shop.pay("C-1", source={"type": "promptpay"})
    sandbox.post("clock", advance="2d")
    assert order.state == "open"

    shop.pay("C-1", card=card())
    assert order.state == "paid"


def test_a_lost_answer_and_a_lost_webhook_leave_the_order_closed(shop, sandbox, card):
    sandbox.post("faults", path="/charges", drop="response")
    sandbox.post("faults", webhook="charge.create", drop=True)
    order = shop.place("C-2", 100_000)
    shop.pay("C-2", card=card())
    with pytest.raises(ValueError, match="order C-2 is paying"):
        shop.pay("C-2", card=card())

    sandbox.post("clock", advance="2m")  # The webhook comes again.
    assert order.state == "paid"
