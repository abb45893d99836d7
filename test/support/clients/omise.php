<?php

/**
 * Stands in for omise/omise-php 3: the calls of examples/phpunit, as that package sends them by curl. A call has a form
 * as its body, and a slash at the end of its path. Each class has one object, which every call fills anew.
 */

class OmiseException extends Exception
{
}

abstract class OmiseRecord implements ArrayAccess
{
    private static array $instances = [];
    private array $values = [];

    protected static function send(string $method, string $url, string $key, ?array $fields = null): static
    {
        $options = [
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_USERPWD => "$key:",
            CURLOPT_USERAGENT => 'OmisePHP/3.0.0 PHP/' . PHP_VERSION,
        ];
        if ($fields) {
            $options[CURLOPT_POSTFIELDS] = preg_replace('/%5B\d+%5D/', '%5B%5D', http_build_query($fields));
        }
        $call = curl_init($url);
        curl_setopt_array($call, $options);
        $text = curl_exec($call);
        if ($text === false) {
            throw new Exception(curl_error($call));
        }
        $answer = json_decode($text, true);
        if (!isset($answer['object'])) {
            throw new Exception('Unknown error. (Bad Response)');
        }
        if ($answer['object'] === 'error') {
            throw new OmiseException($answer['message']);
        }
        $record = self::$instances[static::class] ??= new static();
        $record->values = array_merge($record->values, $answer);

        return $record;
    }

    public function offsetExists(mixed $key): bool
    {
        return isset($this->values[$key]);
    }

    public function offsetGet(mixed $key): mixed
    {
        return $this->values[$key] ?? null;
    }

    public function offsetSet(mixed $key, mixed $value): void
    {
        $this->values[$key] = $value;
    }

    public function offsetUnset(mixed $key): void
    {
        unset($this->values[$key]);
    }
}

class OmiseAccount extends OmiseRecord
{
    private const URL = 'https://api.omise.co/account/';

    public static function retrieve(): static
    {
        return self::send('GET', self::URL, OMISE_SECRET_KEY);
    }

    public function update(array $fields): void
    {
        self::send('PATCH', self::URL, OMISE_SECRET_KEY, $fields);
    }
}

class OmiseToken extends OmiseRecord
{
    public static function create(array $fields): static
    {
        return self::send('POST', 'https://vault.omise.co/tokens/', OMISE_PUBLIC_KEY, $fields);
    }
}

class OmiseCharge extends OmiseRecord
{
    public static function create(array $fields): static
    {
        return self::send('POST', 'https://api.omise.co/charges/', OMISE_SECRET_KEY, $fields);
    }
}
