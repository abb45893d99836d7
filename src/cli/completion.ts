import * as z from 'zod/mini'
import { shippedFixtures } from '../fixtures/shipped'
import { type OptionName, optionRows } from '../options/config'
import { eventKeys } from '../service/resources/event/keys'
import type { Command, ValueList } from './command'
import { actionOf, type Given } from './command-line'

/** Completion in a shell: its script asks this command what may come next, so it knows what the command knows. */

/** The words that an option takes, by its check; empty for free text. */
const wordsIn = (schema: z.core.$ZodType): readonly string[] => {
  if (schema instanceof z.ZodMiniOptional) return wordsIn(schema.def.innerType)
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap(wordsIn)
  return schema instanceof z.ZodMiniEnum ? schema.options.map(String) : []
}

const lists: { readonly [list in ValueList]: () => readonly string[] } = {
  'event keys': () => eventKeys,
  fixtures: shippedFixtures,
  hosts: () => ['omise'],
}

/** Options whose values have names, although any text is accepted. */
const named: { readonly [option in OptionName]?: ValueList } = { fixtures: 'fixtures', proxyHost: 'hosts' }

const longOf = (flag: string): string => /--[\w-]+/.exec(flag)?.[0] ?? flag

const valuesOf = (option: OptionName): readonly string[] => {
  const list = named[option]
  return list === undefined ? wordsIn(optionRows[option].check()) : lists[list]()
}

/** The options of all commands with words as values, by flag: a flag means the same in every command. */
const byFlag = (): ReadonlyMap<string, readonly string[]> => {
  const options = Object.entries(optionRows).flatMap(([name, { flag }]) => {
    const values = flag?.includes('<') === true ? valuesOf(name as OptionName) : []
    return flag === null || values.length === 0 ? [] : [[longOf(flag), values] as const]
  })
  return new Map([...options, ['--intercept', lists.hosts()]])
}

/** A word that a shell offers, and its text. */
type Offer = readonly [word: string, text: string]

const plain = (words: readonly string[]): readonly Offer[] => words.map((word) => [word, ''])

/** The words that may follow: values of the option or the action before it, or else options, actions and commands. */
const offersAfter = (words: readonly string[], isOption: boolean, commands: readonly Command[]) => {
  const [first = '', before = first] = [words[0], words.at(-1)]
  const named = commands.find(({ name }) => name === first)
  // Options without a command are those of the first one, which is the default.
  const { own = [], options = {}, actions = [], follows = {} }: Partial<Command> = named ?? commands[0] ?? {}
  const flags = [
    ...own.map(([flag, text]) => [flag, text] as const),
    ...Object.values(options).flatMap((names) =>
      names.map((name) => [optionRows[name].flag, optionRows[name].text] as const),
    ),
    ['-h, --help', 'print this help'] as const,
  ]
  const list = follows[before]
  const isTaken = flags.some(([flag]) => longOf(flag) === before)
  const values = list === undefined ? (isTaken && byFlag().get(before)) || [] : lists[list]()
  if (values.length > 0 && !isOption) return plain(values)
  const spelled = flags.flatMap(([flag, text]) =>
    (flag.match(/--?[\w-]+/g) ?? []).map((spelling): Offer => [spelling, text.replaceAll('`', '')]),
  )
  if (words.length === 0)
    return [
      ...commands.map(({ name, summary }): Offer => [name, summary]),
      ...spelled,
      ...plain(['--version']),
    ]
  return [...(words.length === 1 ? plain(actions) : []), ...spelled]
}

/** What may stand for the last of these words. */
const offersFor = (typed: readonly string[], commands: readonly Command[]): readonly Offer[] => {
  // bash makes --log=json three words, the other shells one.
  const words = typed.flatMap((word) => (word === '=' ? [] : [word]))
  const isCut = typed.at(-1) === '='
  const last = isCut ? '' : (words.pop() ?? '')
  const [, flag, value] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  if (flag !== undefined && value !== undefined)
    return offersFor([...words, flag, value], commands).map(([word, text]) => [`${flag}=${word}`, text])
  return offersAfter(words, last.startsWith('-'), commands).filter(([word]) => word.startsWith(last))
}

const shells = { bash: ['[words...]'], zsh: ['[words...]'], fish: ['[words...]'] } as const

/** Prints the script of a shell or, when that script gives the words that are typed, what may stand for the last. */
export const completionOf =
  (commands: readonly Command[]) =>
  async (given: Given): Promise<void> => {
    const { action, words } = actionOf('completion', shells, given)
    const offers = offersFor(words, commands).map((offer) => lineOf[action](offer))
    process.stdout.write(words.length === 0 ? scripts[action] : offers.join(''))
  }

const lineOf = {
  bash: ([word]: Offer) => `${word}\n`,
  zsh: ([word, text]: Offer) => `${word}${text === '' ? '' : `:${text}`}\n`,
  fish: ([word, text]: Offer) => `${word}\t${text}\n`,
}

// Where nothing is offered, a shell completes the names of files.
const scripts = {
  bash: `# bash completion of payment-sandbox: eval "$(payment-sandbox completion bash)"
_payment_sandbox() {
  local IFS=$'\\n'
  # shellcheck disable=SC2207
  COMPREPLY=($("$1" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
}
complete -o default -F _payment_sandbox payment-sandbox
`,
  zsh: `#compdef payment-sandbox
# zsh completion of payment-sandbox: source <(payment-sandbox completion zsh)
_payment_sandbox() {
  local -a found
  found=(\${(f)"$($words[1] completion zsh -- "\${(@)words[2,CURRENT]}" 2> /dev/null)"})
  if (( $#found )); then _describe payment-sandbox found; else _files; fi
}
compdef _payment_sandbox payment-sandbox
`,
  fish: `# fish completion of payment-sandbox: payment-sandbox completion fish | source
function __payment_sandbox
  set -l typed (commandline -opc)
  set -l found ($typed[1] completion fish -- $typed[2..-1] (commandline -ct) 2> /dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c payment-sandbox -f -a '(__payment_sandbox)'
`,
}
