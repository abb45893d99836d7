<?php

declare(strict_types=1);

namespace Shop;

use Exception;
use LogicException;
use OmiseCharge;
use OmiseException;

/** A shop that takes cards and QR codes with the client of Omise, and learns by webhook what was paid. */
final class Shop
{
    /** The state of an order by the status of its charge. */
    private const STATES = [
        'pending' => 'waiting',
        'successful' => 'paid',
        'failed' => 'open',
        'expired' => 'open',
    ];

    public function __construct(private Orders $orders, private string $webhookSecret)
    {
    }

    /** @param int $amount in satang */
    public function place(string $number, int $amount): void
    {
        $this->orders->change($number, ['amount' => $amount, 'state' => 'open', 'charge' => null, 'problem' => null]);
    }

    /**
     * Charges a card, `['card' => 'tokn_...']`, or shows a QR code, `['source' => ['type' => 'promptpay']]`.
     *
     * @return array the order
     */
    public function pay(string $number, array $payment): array
    {
        $order = $this->orders->get($number);
        if ($order['state'] !== 'open') {
            throw new LogicException("order $number is $order[state]");
        }
        $this->orders->change($number, ['state' => 'paying']);
        try {
            $charge = OmiseCharge::create([
                'amount' => $order['amount'],
                'currency' => 'thb',
                'metadata' => ['order' => $number],
            ] + $payment);
        } catch (OmiseException $error) {
            return $this->orders->change($number, ['state' => 'open', 'problem' => $error->getMessage()]);
        } catch (Exception) {
            // No answer. There may be a charge: the order stays closed until a webhook tells.
            return $this->orders->get($number);
        }

        return $this->learn($number, $charge);
    }

    /** Takes a webhook of Omise; whether it was genuine. */
    public function receive(string $body, string $signatures, string $timestamp): bool
    {
        if (!$this->isSigned($body, $signatures, $timestamp)) {
            return false;
        }
        $data = json_decode($body, true)['data'];
        if ($data['object'] === 'charge') {
            $this->learn($data['metadata']['order'], $data);
        }

        return true;
    }

    /** Takes the status of a charge, from an answer or a webhook, any number of times. */
    private function learn(string $number, array|OmiseCharge $charge): array
    {
        return $this->orders->change($number, [
            'state' => self::STATES[$charge['status']],
            'charge' => $charge['id'],
            'problem' => $charge['failure_message'],
        ]);
    }

    /** Two signatures come while the secret is changed. A webhook is good for five minutes. */
    private function isSigned(string $body, string $signatures, string $timestamp): bool
    {
        $expected = hash_hmac('sha256', "$timestamp.$body", base64_decode($this->webhookSecret));
        foreach (explode(',', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return abs(time() - (int) $timestamp) < 300;
            }
        }

        return false;
    }
}
