<?php

declare(strict_types=1);

namespace Shop\Tests;

/** PHP's own web server with the shop, at a free port. */
final class WebServer
{
    public string $url;

    /** @var resource */
    private $process;

    public function __construct(string $orders)
    {
        $command = [PHP_BINARY, '-S', '127.0.0.1:0', 'public/webhooks.php'];
        $environment = ['SHOP_ORDERS' => $orders, 'OMISE_WEBHOOK_SECRET' => getenv('PAYMENT_SANDBOX_WEBHOOK_SECRET')];
        $this->process = proc_open($command, [2 => ['pipe', 'w']], $pipes, dirname(__DIR__), $environment);
        preg_match('#http://[\d.:]+#', fgets($pipes[2]), $found);
        [$this->url] = $found;
    }

    public function stop(): void
    {
        proc_terminate($this->process);
    }
}
