# frozen_string_literal: true

RSpec.describe Shop do
  subject(:shop) { described_class.new(ENV.fetch("PAYMENT_SANDBOX_WEBHOOK_SECRET")) }

  let(:server) { shop.web_server }

  # The account at Omise sends its webhooks to the shop.
  before do
    Thread.new { server.start }
    Omise::Account.retrieve.update(webhook_uri: "http://127.0.0.1:#{server[:Port]}/webhooks")
  end

  after do
    Sandbox.settle
    server.shutdown
  end

  # The token of a card: `card`, or with the number of a card that is declined.
  def card(number = "4242424242424242")
    Omise::Token.create(
      card: {
        name: "Somchai Prasert",
        number: number,
        expiration_month: 12,
        expiration_year: 2040,
        security_code: "123"
      }
    ).id
  end

  it "is paid by card" do
    order = shop.place("A-1", 100_000)
    shop.pay("A-1", card: card)
    expect(order.state).to eq :paid
  end

  it "tells a declined payer why, and takes another card" do
    order = shop.place("A-2", 100_000)
    shop.pay("A-2", card: card("4111111111140011"))
    expect(order.state).to eq :open
    expect(order.problem).to include "insufficient funds"

    shop.pay("A-2", card: card)
    expect(order.state).to eq :paid
  end

  it "charges once although the answer was lost, and the webhook at first" do
    Sandbox.post("faults", path: "/charges", drop: "response")
    Sandbox.post("faults", webhook: "charge.create", drop: true)
    order = shop.place("A-3", 100_000)
    shop.pay("A-3", card: card)
    expect { shop.pay("A-3", card: card) }.to raise_error "order A-3 is paying"

    Sandbox.post("clock", advance: "2m") # The webhook comes again.
    expect(order.state).to eq :paid
  end

  it "can be paid after an outage" do
    Sandbox.post("faults", path: "/charges", respond: { status: 503 })
    order = shop.place("A-4", 100_000)
    shop.pay("A-4", card: card)
    expect(order.state).to eq :open

    shop.pay("A-4", card: card)
    expect(order.state).to eq :paid
  end

  context "with a QR code" do
    let!(:order) { shop.place("B-1", 50_000) }

    before { shop.pay("B-1", source: { type: "promptpay" }) }

    it "learns by webhook that it was paid" do
      expect(order.state).to eq :waiting

      Sandbox.post("simulate/pay-charge", charge: order.charge)
      Sandbox.settle
      expect(order.state).to eq :paid
    end

    it "does not believe a webhook with a wrong signature" do
      Sandbox.post("faults", webhook: "charge.complete", signature: "invalid")
      Sandbox.post("simulate/pay-charge", charge: order.charge)
      Sandbox.settle
      expect(order.state).to eq :waiting
    end

    it "opens the order again when nobody pays in time" do
      Sandbox.post("clock", advance: "2d")
      expect(order.state).to eq :open

      shop.pay("B-1", card: card)
      expect(order.state).to eq :paid
    end
  end
end
