# frozen_string_literal: true

require "net/http"
require "shop"

# The control plane of the sandbox (`npx payment-sandbox docs control`).
module Sandbox
  def self.post(path, body = {})
    url = URI("#{Omise.api_url}/_sandbox/#{path}")
    response = Net::HTTP.post(url, JSON.generate(body), "Content-Type" => "application/json")
    raise response.body unless response.is_a?(Net::HTTPSuccess)
  end

  # Waits until the webhooks that are due have arrived.
  def self.settle
    post("clock", advance: "0s")
  end
end

RSpec.configure do |config|
  config.before(:suite) do
    Omise.api_url = ENV.fetch("PAYMENT_SANDBOX_URL")
    Omise.vault_url = ENV.fetch("PAYMENT_SANDBOX_VAULT_URL")
    Omise.secret_api_key = ENV.fetch("PAYMENT_SANDBOX_SECRET_KEY")
    Omise.public_api_key = ENV.fetch("PAYMENT_SANDBOX_PUBLIC_KEY")
  end

  config.before { Sandbox.post("reset") }
  config.order = :random
end
