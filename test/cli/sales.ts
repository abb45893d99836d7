/** The same sale in several languages, at hosts that are wired in: a token, a charge, a refund. Prints what became of it. */

const curl = `
ask() { url=$1 key=$2; shift 2; curl -sS "$url" -u "$key:" "$@"; }
TOKEN=$(ask https://vault.omise.co/tokens $PAYMENT_SANDBOX_PUBLIC_KEY -d 'card[name]=A' \\
  -d 'card[number]=4242424242424242' -d 'card[expiration_month]=1' -d 'card[expiration_year]=2040' \\
  -d 'card[security_code]=123' | grep -om1 'tokn_test_[a-z0-9]*')
CHARGE=$(ask https://api.omise.co/charges $PAYMENT_SANDBOX_SECRET_KEY -d amount=100000 -d currency=thb -d card=$TOKEN \\
  | grep -om1 'chrg_test_[a-z0-9]*')
ask https://api.omise.co/charges/$CHARGE/refunds $PAYMENT_SANDBOX_SECRET_KEY -d amount=30000 | grep -o '"amount": 30000' | head -1
`

const python = `
import os, requests
secret = (os.environ['PAYMENT_SANDBOX_SECRET_KEY'], '')
card = {'name': 'A', 'number': '4242424242424242', 'expiration_month': 1, 'expiration_year': 2040, 'security_code': '123'}
public = (os.environ['PAYMENT_SANDBOX_PUBLIC_KEY'], '')
token = requests.post('https://vault.omise.co/tokens', auth=public, json={'card': card}).json()
sale = {'amount': 100000, 'currency': 'thb', 'card': token['id']}
charge = requests.post('https://api.omise.co/charges', auth=secret, json=sale).json()
refund = requests.post('https://api.omise.co/charges/' + charge['id'] + '/refunds', auth=secret, json={'amount': 30000}).json()
print('"amount": %d' % refund['amount'])
`

const ruby = `
require 'json'
require 'net/http'
def ask(url, key, fields)
  uri = URI(url)
  request = Net::HTTP::Post.new(uri)
  request.basic_auth(key, '')
  request.set_form_data(fields)
  JSON.parse(Net::HTTP.start(uri.host, uri.port, use_ssl: true) { |http| http.request(request) }.body)
end
secret = ENV['PAYMENT_SANDBOX_SECRET_KEY']
card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2040, security_code: '123' }
fields = card.to_h { |name, value| ["card[#{name}]", value] }
token = ask('https://vault.omise.co/tokens', ENV['PAYMENT_SANDBOX_PUBLIC_KEY'], fields)
charge = ask('https://api.omise.co/charges', secret, amount: 100000, currency: 'thb', card: token['id'])
refund = ask("https://api.omise.co/charges/#{charge['id']}/refunds", secret, amount: 30000)
puts '"amount": %d' % refund['amount']
`

const php = `
function ask($url, $key, $fields) {
  $call = curl_init($url);
  curl_setopt_array($call, [CURLOPT_USERPWD => "$key:", CURLOPT_POSTFIELDS => http_build_query($fields), CURLOPT_RETURNTRANSFER => true]);
  $answer = curl_exec($call) or exit(curl_error($call));
  return json_decode($answer, true);
}
$secret = getenv('PAYMENT_SANDBOX_SECRET_KEY');
$card = ['name' => 'A', 'number' => '4242424242424242', 'expiration_month' => 1, 'expiration_year' => 2040, 'security_code' => '123'];
$token = ask('https://vault.omise.co/tokens', getenv('PAYMENT_SANDBOX_PUBLIC_KEY'), ['card' => $card]);
$charge = ask('https://api.omise.co/charges', $secret, ['amount' => 100000, 'currency' => 'thb', 'card' => $token['id']]);
$refund = ask('https://api.omise.co/charges/' . $charge['id'] . '/refunds', $secret, ['amount' => 30000]);
echo '"amount": ', $refund['amount'], "\\n";
`

/** The published client for Node, with the hosts that it has built in. */
export const nodeSale = `
const { PAYMENT_SANDBOX_PUBLIC_KEY: publicKey, PAYMENT_SANDBOX_SECRET_KEY: secretKey } = process.env
const client = require('omise')({ publicKey, secretKey })
const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2040, security_code: '123' }
const sell = async () => {
  const token = await client.tokens.create({ card })
  const charge = await client.charges.create({ amount: 100000, currency: 'thb', card: token.id })
  const refund = await client.charges.createRefund(charge.id, { amount: 30000 })
  console.log('"amount": ' + refund.amount)
}
sell()
`

interface Words {
  /** The words after the program. */
  readonly sale: readonly string[]
  /** A call to this host, whose error is printed as the language shows it. */
  readonly call: (host: string) => readonly string[]
}

const inPython = (script: string): readonly string[] => ['-c', script]

export const sales: Readonly<Record<string, Words>> = {
  curl: { sale: ['-c', curl], call: (host) => ['-c', `curl -sS -v https://${host}/`] },
  'Python requests': {
    sale: inPython(python),
    call: (host) => inPython(`import requests; requests.get('https://${host}/')`),
  },
  'Ruby net/http': {
    sale: ['-e', ruby],
    call: (host) => ['-e', `require 'net/http'; Net::HTTP.get(URI('https://${host}/'))`],
  },
  'PHP curl': {
    sale: ['-r', php],
    call: (host) => [
      '-r',
      `$call = curl_init('https://${host}/');
      $print = function ($call, $line) { fwrite(STDERR, $line); return strlen($line); };
      curl_setopt_array($call, [CURLOPT_HEADERFUNCTION => $print, CURLOPT_RETURNTRANSFER => true]);
      exit(curl_exec($call) === false ? 1 : 0);`,
    ],
  },
}
