import { sectionOf, type TopicContent } from '../content'

const held = sectionOf(
  'held',
  'What was compared with what',
  {
    'The real service':
      'Not yet: `payment-sandbox compare` was not run with keys of the real service, so there is no score to show. With a test account you can measure it, and send us the report.',
    Recordings:
      'Answers of the real service in test mode, which its client libraries publish as fixtures: omise-php (2025), omise-dart (2024 and 2025), omise-swift (2019 to 2021), omise-elixir (2017) and omise-ruby (2014, 2015 and 2023). They decide the fields, flags, fees, errors and older versions of the profile `omise`.',
    'Published clients':
      'We read what they send and expect in omise-node, omise-go, omise-ruby, omise-python, omise-php, omise-java, omise-dotnet and omise-elixir. The tests of the package drive omise-node.',
    'Between the profiles':
      'The tests play the same stories with the profiles `spec` and `omise`: they differ only where a row of `payment-sandbox docs choices` says so.',
  },
  'As of November 2026.',
)

const running = sectionOf('running', 'How to run it', {
  'payment-sandbox compare':
    '`--api <url> --vault <url>` with a pair of test keys, in `--public-key` and `--secret-key` or in `PAYMENT_SANDBOX_PUBLIC_KEY` and `PAYMENT_SANDBOX_SECRET_KEY`. `--header-prefix` is the first word of the headers of the service. It takes about two minutes, in which nothing else should use the account.',
  'Before it':
    '`--list` shows the stories, `--dry-run` every call with its parameters. Neither sends anything.',
  'Your account':
    'Test mode only: other keys are refused. When the service is on another machine, it first says how many records it makes, and asks; `--yes` answers. Customers, recipients, links, schedules and unsent transfers are deleted at the end, also after Ctrl-C; charges cannot be. It waits when the service asks to (429, `Retry-After`).',
  '--settings':
    'Also plays the stories that change settings and webhook secrets of the account. `webhook_uri` is restored at the end.',
  '--only <story>': 'One story, or those of a pattern such as `refund-*`; repeatable.',
  'Exit status':
    '0: no unknown difference. 1: some. 2: nothing could be compared, for example because of a wrong key. 130: stopped by Ctrl-C.',
})

const meaning = sectionOf('meaning', 'What is compared', {
  Stories:
    'Short sequences of calls to every operation in section 4 of the specification, errors included. Each is played against the service, then against a fresh sandbox whose clock shows the times of those calls.',
  Differences:
    'For each operation and field: status, error code, a field that is missing or extra, type, null or not, form, value, order. Events are compared as `GET /events` shows them; deliveries and headers are not.',
  'Made comparable':
    'Ids and fingerprints differ between services: the comparison checks their form, and that the same id means the same record everywhere. Times may differ by two seconds plus the slowest answer. Links are compared by their path. Sentences (`message`, `failure_message`, `reason_message`) and the `location` of an error must be there, in any wording. Of the account only names and types of fields are compared.',
  Choices:
    'A difference that a row of `payment-sandbox docs choices` explains is shown with the name of that row and does not count. A row explains only the fields and values that it names, in one direction: the sandbox has the value of its profile, the service the other one.',
  Score:
    'The share of compared operations without an unknown difference. A call is not compared when it timed out, when the answer was a 5xx or no JSON, or when it needed such an answer; nor when its answer is longer than 1 MiB, or comes after 16 MiB of answers.',
})

const file = sectionOf('file', 'The saved file', {
  '--save <file>':
    'Writes the answers of the service, one call per line, without keys, secrets, card numbers, addresses of the service, or content of other records of the account. You can commit it.',
  '--against <file>':
    'Compares with such a file: the same report without a network, for CI. A story that has changed since is not compared; save it again.',
  Format:
    'JSON: `format`, `version`, `made`, `by`, `apiVersion`, `word` (a word of the run, in its searches), `earlierMs` (how much earlier its lists begin) and `stories`: `name`, `asks` (a checksum of what is sent), and `calls` with `call`, `at` (epoch milliseconds), `ms`, `status` and `body`, or `why` if there is no answer.',
  '--json <file>':
    'The report: `score` (0 to 1), `stories`, `calls`, `operations` with `operation`, `outcome`, `calls` and `differences`, each with `story`, `call`, `field`, `sandbox`, `other` and `choice`.',
  '--summary':
    'Prints the report as Markdown, without ids and addresses, for an issue. Attach the saved file as well: it says the most.',
})

export const fidelityTopic = (): TopicContent => ({
  text: 'How you know that the sandbox behaves like the real service: `payment-sandbox compare` compares the two, call by call.',
  sections: [held, running, meaning, file],
})
