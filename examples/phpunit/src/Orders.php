<?php

declare(strict_types=1);

namespace Shop;

/** The orders of the shop by their numbers, in a file: the web server and the tests are two processes. */
final class Orders
{
    public function __construct(private string $file)
    {
    }

    /** @return array{amount: int, state: string, charge: ?string, problem: ?string} */
    public function get(string $number): array
    {
        return $this->change($number, []);
    }

    /** Changes fields of an order, and returns it. One that is paid stays as it is. */
    public function change(string $number, array $fields): array
    {
        $file = fopen($this->file, 'c+');
        flock($file, LOCK_EX);
        $orders = json_decode(stream_get_contents($file) ?: '{}', true);
        if (($orders[$number]['state'] ?? null) !== 'paid') {
            $orders[$number] = $fields + ($orders[$number] ?? []);
        }
        ftruncate($file, 0);
        rewind($file);
        fwrite($file, json_encode($orders));
        fclose($file);

        return $orders[$number];
    }
}
