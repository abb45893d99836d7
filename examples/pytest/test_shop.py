import pytest


def test_an_order_is_paid_by_card(shop, card):
    order = shop.place("A-1", 100_000)
    shop.pay("A-1", card=card())
    assert order.state == "paid"


def test_a_declined_payer_reads_why_and_pays_with_another_card(shop, card):
    order = shop.place("A-2", 100_000)
    shop.pay("A-2", card=card("4111111111140011"))
    assert order.state == "open"
    assert "insufficient funds" in order.problem

    shop.pay("A-2", card=card())
    assert order.state == "paid"


def test_an_order_is_charged_once_although_the_answer_was_lost(shop, sandbox, card):
    sandbox.post("faults", path="/charges", drop="response")
    order = shop.place("A-3", 100_000)
    shop.pay("A-3", card=card())
    sandbox.settle()
    assert order.state == "paid"
    with pytest.raises(ValueError, match="order A-3 is paid"):
        shop.pay("A-3", card=card())


def test_an_order_can_be_paid_after_an_outage(shop, sandbox, card):
    sandbox.post("faults", path="/charges", respond={"status": 503})
    order = shop.place("A-4", 100_000)
    shop.pay("A-4", card=card())
    assert order.state == "open"

    shop.pay("A-4", card=card())
    assert order.state == "paid"


def test_a_webhook_tells_that_a_qr_code_was_paid(shop, sandbox):
    order = shop.place("B-1", 50_000)
    shop.pay("B-1", source={"type": "promptpay"})
    assert order.state == "waiting"

    sandbox.post("simulate/pay-charge", charge=order.charge)
    sandbox.settle()
    assert order.state == "paid"


def test_a_webhook_with_a_wrong_signature_changes_nothing(shop, sandbox):
    order = shop.place("B-2", 50_000)
    shop.pay("B-2", source={"type": "promptpay"})
    sandbox.post("faults", webhook="charge.complete", signature="invalid")
    sandbox.post("simulate/pay-charge", charge=order.charge)
    sandbox.settle()
    assert order.state == "waiting"
