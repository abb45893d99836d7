# frozen_string_literal: true

# Stands in for the gem omise 0.11: the calls of examples/rspec, as that gem sends them by rest-client. A call has a
# form as its body, and a record is changed at its location.

require "json"
require "rest-client"

module Omise
  class << self
    attr_accessor :api_url, :vault_url, :secret_api_key, :public_api_key
  end

  class Error < StandardError; end

  class Record
    attr_reader :attributes

    def initialize(attributes)
      @attributes = attributes
    end

    def id
      attributes["id"]
    end

    def self.send_to(path, method, fields = nil, url: Omise.api_url, key: Omise.secret_api_key)
      resource = RestClient::Resource.new("#{url}#{path}", user: key, headers: { user_agent: "OmiseRuby/0.11.0" })
      # With a block rest-client raises no error for the status of an answer.
      answer = resource.public_send(method, *[fields].compact) { |response| JSON.parse(response) }
      answer["object"] == "error" ? raise(Error, answer["message"]) : answer
    end
  end

  class Account < Record
    def self.retrieve
      new send_to("/account", :get)
    end

    def update(fields)
      @attributes = self.class.send_to(attributes["location"], :patch, fields)
      self
    end
  end

  class Token < Record
    def self.create(fields)
      new send_to("/tokens", :post, fields, url: Omise.vault_url, key: Omise.public_api_key)
    end
  end

  class Charge < Record
    def self.create(fields)
      new send_to("/charges", :post, fields)
    end
  end
end
