<?php

declare(strict_types=1);

use Shop\Orders;
use Shop\Shop;

require __DIR__ . '/../vendor/autoload.php';

$shop = new Shop(new Orders(getenv('SHOP_ORDERS')), getenv('OMISE_WEBHOOK_SECRET'));
$isGenuine = $shop->receive(
    file_get_contents('php://input'),
    $_SERVER['HTTP_OMISE_SIGNATURE'] ?? '',
    $_SERVER['HTTP_OMISE_SIGNATURE_TIMESTAMP'] ?? '',
);
http_response_code($isGenuine ? 204 : 400);
