<?php

declare(strict_types=1);

require __DIR__ . '/../vendor/autoload.php';

if (!getenv('PAYMENT_SANDBOX_URL')) {
    exit("These tests need a sandbox: npm test, or payment-sandbox exec --intercept omise -- vendor/bin/phpunit\n");
}
define('OMISE_PUBLIC_KEY', getenv('PAYMENT_SANDBOX_PUBLIC_KEY'));
define('OMISE_SECRET_KEY', getenv('PAYMENT_SANDBOX_SECRET_KEY'));
