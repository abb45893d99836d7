<?php

declare(strict_types=1);

namespace Shop\Tests;

use OmiseAccount;
use OmiseToken;
use PHPUnit\Framework\TestCase;
use Shop\Orders;
use Shop\Shop;

final class ShopTest extends TestCase
{
    private static string $file;
    private static WebServer $server;
    private Orders $orders;
    private Shop $shop;

    public static function setUpBeforeClass(): void
    {
        self::$file = tempnam(sys_get_temp_dir(), 'orders');
        self::$server = new WebServer(self::$file);
    }

    public static function tearDownAfterClass(): void
    {
        self::$server->stop();
        unlink(self::$file);
    }

    /** Each test begins with an empty account, whose webhooks go to the shop, and without orders. */
    protected function setUp(): void
    {
        Sandbox::post('reset');
        OmiseAccount::retrieve()->update(['webhook_uri' => self::$server->url . '/webhooks']);
        file_put_contents(self::$file, '');
        $this->orders = new Orders(self::$file);
        $this->shop = new Shop($this->orders, getenv('PAYMENT_SANDBOX_WEBHOOK_SECRET'));
    }

    protected function tearDown(): void
    {
        Sandbox::settle();
    }

    public function testAnOrderIsPaidByCard(): void
    {
        $this->shop->place('A-1', 100_000);
        $order = $this->shop->pay('A-1', ['card' => $this->card()]);
        $this->assertSame('paid', $order['state']);
    }

    public function testADeclinedPayerReadsWhyAndPaysWithAnotherCard(): void
    {
        $this->shop->place('A-2', 100_000);
        $order = $this->shop->pay('A-2', ['card' => $this->card('4111111111140011')]);
        $this->assertSame('open', $order['state']);
        $this->assertStringContainsString('insufficient funds', $order['problem']);

        $order = $this->shop->pay('A-2', ['card' => $this->card()]);
        $this->assertSame('paid', $order['state']);
    }

    public function testAnOrderIsChargedOnceAlthoughTheAnswerWasLostAndTheWebhookAtFirst(): void
    {
        Sandbox::post('faults', ['path' => '/charges', 'drop' => 'response']);
        Sandbox::post('faults', ['webhook' => 'charge.create', 'drop' => true]);
        $this->shop->place('A-3', 100_000);
        $order = $this->shop->pay('A-3', ['card' => $this->card()]);
        $this->assertSame('paying', $order['state']);

        Sandbox::post('clock', ['advance' => '2m']); // The webhook comes again.
        $this->assertSame('paid', $this->orders->get('A-3')['state']);
    }

    public function testAnOrderCanBePaidAfterAnOutage(): void
    {
        Sandbox::post('faults', ['path' => '/charges', 'respond' => ['status' => 503]]);
        $this->shop->place('A-4', 100_000);
        $order = $this->shop->pay('A-4', ['card' => $this->card()]);
        $this->assertSame('open', $order['state']);

        $order = $this->shop->pay('A-4', ['card' => $this->card()]);
        $this->assertSame('paid', $order['state']);
    }

    public function testAWebhookTellsThatAQrCodeWasPaid(): void
    {
        $order = $this->showQrCode('B-1');
        $this->assertSame('waiting', $order['state']);

        Sandbox::post('simulate/pay-charge', ['charge' => $order['charge']]);
        Sandbox::settle();
        $this->assertSame('paid', $this->orders->get('B-1')['state']);
    }

    public function testAWebhookWithAWrongSignatureChangesNothing(): void
    {
        $order = $this->showQrCode('B-2');
        Sandbox::post('faults', ['webhook' => 'charge.complete', 'signature' => 'invalid']);
        Sandbox::post('simulate/pay-charge', ['charge' => $order['charge']]);
        Sandbox::settle();
        $this->assertSame('waiting', $this->orders->get('B-2')['state']);
    }

    public function testAQrCodeThatNobodyPaysExpiresAndTheOrderIsOpenAgain(): void
    {
        $this->showQrCode('C-1');
        Sandbox::post('clock', ['advance' => '2d']);
        $this->assertSame('open', $this->orders->get('C-1')['state']);

        $order = $this->shop->pay('C-1', ['card' => $this->card()]);
        $this->assertSame('paid', $order['state']);
    }

    private function showQrCode(string $number): array
    {
        $this->shop->place($number, 50_000);

        return $this->shop->pay($number, ['source' => ['type' => 'promptpay']]);
    }

    /** The token of a card: `$this->card()`, or with the number of a card that is declined. */
    private function card(string $number = '4242424242424242'): string
    {
        return OmiseToken::create(['card' => [
            'name' => 'Somchai Prasert',
            'number' => $number,
            'expiration_month' => 12,
            'expiration_year' => 2040,
            'security_code' => '123',
        ]])['id'];
    }
}
