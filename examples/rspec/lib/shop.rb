# frozen_string_literal: true

require "json"
require "omise"
require "openssl"
require "webrick"

# A shop that takes cards and QR codes with the client of Omise, and learns by webhook what was paid.
class Shop
  # The amount is in satang.
  Order = Struct.new(:amount, :state, :charge, :problem, keyword_init: true)

  # The state of an order by the status of its charge.
  STATES = {
    "pending" => :waiting,
    "successful" => :paid,
    "failed" => :open,
    "expired" => :open
  }.freeze

  def initialize(webhook_secret)
    @webhook_key = webhook_secret.unpack1("m")
    @orders = {}
  end

  def place(number, amount)
    @orders[number] = Order.new(amount: amount, state: :open)
  end

  # Charges a card, `card: "tokn_..."`, or shows a QR code, `source: { type: "promptpay" }`.
  def pay(number, **payment)
    order = @orders.fetch(number)
    raise "order #{number} is #{order.state}" unless order.state == :open

    order.state = :paying
    charge = Omise::Charge.create(amount: order.amount, currency: "thb", metadata: { order: number }, **payment)
    learn(number, charge.attributes)
  rescue Omise::Error => e
    order.state = :open
    order.problem = e.message
  rescue RestClient::Exception, SystemCallError
    # No answer. There may be a charge: the order stays closed until a webhook tells.
  end

  # Takes a webhook of Omise; whether it was genuine.
  def receive(body, signatures, timestamp)
    return false unless signed?(body, signatures, timestamp)

    data = JSON.parse(body).fetch("data")
    learn(data["metadata"]["order"], data) if data["object"] == "charge"
    true
  end

  # A web server for the webhooks, at a free port.
  def web_server
    quiet = { AccessLog: [], Logger: WEBrick::Log.new(File::NULL) }
    WEBrick::HTTPServer.new(BindAddress: "127.0.0.1", Port: 0, **quiet).tap do |server|
      server.mount_proc "/webhooks" do |request, response|
        genuine = receive(request.body, request["Omise-Signature"], request["Omise-Signature-Timestamp"])
        response.status = genuine ? 204 : 400
      end
    end
  end

  private

  # Takes the status of a charge, from an answer or a webhook, any number of times.
  def learn(number, charge)
    order = @orders.fetch(number)
    return if order.state == :paid

    order.state = STATES.fetch(charge["status"])
    order.charge = charge["id"]
    order.problem = charge["failure_message"]
  end

  # Two signatures come while the secret is changed. A webhook is good for five minutes.
  def signed?(body, signatures, timestamp)
    expected = OpenSSL::HMAC.hexdigest("SHA256", @webhook_key, "#{timestamp}.#{body}")
    genuine = signatures.to_s.split(",").any? { |signature| OpenSSL.secure_compare(expected, signature) }
    genuine && (Time.now.to_i - timestamp.to_i).abs < 300
  end
end
