import { defaults } from '../../../options/config'
import { code, sectionOf, type TopicContent } from '../content'

const keys = sectionOf('section-keys-and-accounts', 'Keys and accounts', {
  'Test mode': `${code(defaults.publicKey)} and ${code(defaults.secretKey)}: the user name of HTTP Basic, without a password. Card data goes to the vault with the public key, everything else to the API with the secret key.`,
  'Live mode': 'The same keys without `_test`. Test and live data never mix.',
  'Further accounts':
    '`POST /_sandbox/accounts` answers fresh keys. With `--accounts auto` the first use of `skey_test_<name>` makes an account. It takes about 17 kB of memory until the sandbox is reset or stops. Above 10,000 accounts, new keys get 401; `--max-accounts <n>` sets another limit.',
  Browsers:
    '`/tokens`, `/sources` and `/capability` take the public key and answer CORS. The published browser library works once its two addresses point here: `/provider` of the vault is the page of its frame.',
  Idempotency:
    'The same `Idempotency-Key` on the same path gives the first answer again for 24 hours, with `Idempotent-Replayed: true`.',
  'Sandbox-Warning':
    'A header of answers: a likely mistake, such as a card number instead of a token, JSON sent as a form, a misspelt currency or payment method, or a version header of another prefix. `sandbox.requests`, `/_sandbox/requests` and the dashboard keep it as `warnings`.',
  'Sandbox-Ignored-Params':
    'A header of answers: parameters that the operation does not have, such as one with a typo. `sandbox.requests`, `/_sandbox/requests` and the dashboard keep them as `ignored`.',
})

const access = sectionOf(
  'section-who-may-call-it',
  'Who may call it',
  {
    Hosts:
      'Both servers answer to `localhost`, to the addresses that they listen on, and to the hosts of `--base-url`, `--vault-url` and `--proxy-host`. `--allow-host <name>` adds one, such as the name of a container. Others get 403.',
    Pages:
      'Pages of other sites cannot use the control plane; another port of `localhost` is another site. `--allow-origin <origin>` lets one in.',
    Token:
      'On other addresses than loopback, and with `--control-token`, `/_sandbox` asks for `Authorization: Bearer <token>`. Without the option a token is made at the start; it is in the address of the dashboard. Commands read it from `PAYMENT_SANDBOX_CONTROL_TOKEN`. `GET /` needs neither token nor key.',
  },
  'The keys are not secret, so other rules keep foreign web pages out.',
)

const state = sectionOf(
  'section-the-state-file',
  'The state file',
  {
    'What it holds':
      'Records, keys, the clock and all planned jobs. If the file exists, `--now`, `--freeze` and `--fixture` have no effect.',
    'When it is written':
      'Each change is written before it is answered, so a killed process loses no answer. It does not wait for the disk: a power failure can lose the last seconds.',
    Damage:
      'Each line has a checksum. A last line that a killed process left unfinished is dropped at the start, and the log says so: no client was answered about it. Any other damage, and an edited file, is refused with exit status 2, and the file left as it is. `payment-sandbox snapshot repair <file>` cuts it at its first damaged line and keeps the damaged file. For your own records, write a fixture.',
    'One process':
      'A second process is refused. Only its owner can read the file: it holds keys and secrets, but no card numbers.',
    Deliveries: 'A webhook that was in flight when the process was killed is sent again.',
  },
  '`--state ./shop.state` keeps the state in a file, and resumes from it at the next start.',
)

const running = sectionOf('section-starting-and-stopping', 'Starting and stopping', {
  'Exit status': '0: stopped normally. 1: failed, for example because a port is in use. 2: wrong usage.',
  End: 'It stops on Ctrl-C, on SIGTERM, and when the process that started it ends; not with `--detach`.',
  'Compile cache':
    'From Node 22.8 on, Node caches the compiled program in the temporary folder. `NODE_COMPILE_CACHE` names another folder, `NODE_DISABLE_COMPILE_CACHE=1` turns it off.',
  Ready:
    'It prints `payment-sandbox ready on <url> (vault <url>)` once both servers answer. With `--log json` it is one line of JSON with `event: "ready"`, `url`, `vaultUrl`, `dashboardUrl`, `publicKey`, `secretKey` and `webhookSecret`.',
  https:
    '`--tls` serves https with a self-signed certificate for `localhost`; `--tls-cert` and `--tls-key` name your own files, such as those of mkcert.',
  Proxy:
    '`--proxy-host omise` makes the API port a proxy for the hosts of the service. Clients set `HTTPS_PROXY`, and trust the authority at `/_sandbox/authority`.',
  Stream:
    '`/_sandbox/stream` sends requests, events, deliveries and clock changes as server-sent events; `payment-sandbox events --follow` shows them.',
})

export const serverTopic = (): TopicContent => ({
  text: 'How `payment-sandbox serve` behaves: keys, access, its state file, and how it starts and stops.',
  sections: [keys, access, state, running],
})
