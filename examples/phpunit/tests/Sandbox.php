<?php

declare(strict_types=1);

namespace Shop\Tests;

/** The control plane of the sandbox (`npx payment-sandbox docs control`). */
final class Sandbox
{
    public static function post(string $path, array $body = []): void
    {
        $call = curl_init(getenv('PAYMENT_SANDBOX_URL') . "/_sandbox/$path");
        curl_setopt_array($call, [
            CURLOPT_POSTFIELDS => json_encode((object) $body),
            CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FAILONERROR => true,
        ]);
        if (curl_exec($call) === false) {
            throw new \RuntimeException("$path: " . curl_error($call));
        }
    }

    /** Waits until the webhooks that are due have arrived. */
    public static function settle(): void
    {
        self::post('clock', ['advance' => '0s']);
    }
}
