import * as z from 'zod/mini'
import { shippedFixtures } from '../fixtures/shipped'
import { type OptionName, optionRows } from '../options/config'
import { eventKeys } from '../service/resources/event/model'
import { actionOf, type Command, type Given, type ValueList } from './given'

/** The words that a shell offers as a value. */

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

/** What may follow a word of the command line: a flag, an action, or the name of the command itself. */
const valuesAfter = ({
  own = [],
  options,
  follows = {},
}: Command): readonly (readonly [word: string, values: readonly string[]])[] => {
  const flags = [
    ...own.map(([flag]) => flag),
    ...Object.values(options).flatMap((names) => names.map((name) => optionRows[name].flag)),
  ]
  const known = byFlag()
  return [
    ...Object.entries(follows).map(([word, list]) => [word, lists[list]()] as const),
    ...flags.map(longOf).flatMap((flag) => {
      const values = known.get(flag)
      return values === undefined ? [] : [[flag, values] as const]
    }),
  ]
}

const actions = { bash: [], zsh: [], fish: [] } as const

/** Prints a shell completion script for the commands of this table, their actions and options. The first command is the default. */
export const completionOf =
  (commands: readonly Command[]) =>
  async (given: Given): Promise<void> => {
    const { action } = actionOf('completion', actions, given)
    process.stdout.write(scripts[action](commands))
  }

interface Flag {
  /** `p`; `null` without a short form. */
  readonly short: string | null
  /** `port` */
  readonly long: string
  readonly takesValue: boolean
  readonly text: string
}

const flagOf = (flag: string, text: string): Flag => {
  const [, short = null, long = ''] = /^(?:-(\w), )?--([\w-]+)/.exec(flag) ?? []
  return { short, long, takesValue: flag.includes('<'), text: text.replaceAll('`', '') }
}

const help = flagOf('-h, --help', 'print this help')

/** The same options as in the help of the command. */
const flagsOf = ({ own = [], options }: Command): readonly Flag[] => {
  const shared = Object.values(options)
    .flat()
    .map((name) => flagOf(optionRows[name].flag, optionRows[name].text))
  return [...own.map(([flag, text]) => flagOf(flag, text)), ...shared, help]
}

const spellings = ({ short, long }: Flag): readonly string[] => [
  ...(short === null ? [] : [`-${short}`]),
  `--${long}`,
]

/** Quoted in a form that all three shells read. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const bashValues = (command: Command): readonly string[] =>
  valuesAfter(command).map(
    ([word, values]) => `        ${command.name}:${word}) words=${quoted(values.join(' '))} ;;`,
  )

const bash = (
  commands: readonly Command[],
): string => `# bash completion of payment-sandbox: eval "$(payment-sandbox completion bash)"
_payment_sandbox() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} first=\${COMP_WORDS[1]} words=
  # bash makes --log=json three words.
  if [ "$word" = = ]; then word=; elif [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case $first in -*) first=${commands[0]?.name} ;; esac
  case $word in
    -*) ;;
    *)
      case $first:$before in
${commands.flatMap(bashValues).join('\n')}
      esac ;;
  esac
  if [ -n "$words" ]; then
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  case $first in
${commands
  .map(
    (command) =>
      `    ${command.name}) words=${quoted(
        [...(command.actions ?? []), ...flagsOf(command).flatMap(spellings)].join(' '),
      )} ;;`,
  )
  .join('\n')}
    *) words=${quoted(commands.slice(0, 1).flatMap(flagsOf).flatMap(spellings).join(' '))} ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map(({ name }) => name).join(' ')} $words --version"; fi
  # shellcheck disable=SC2207
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _payment_sandbox payment-sandbox
`

/** In a list of zsh a colon ends the name. */
const described = (name: string, text: string): string => quoted(`${name.replaceAll(':', '\\:')}:${text}`)

const zshOptions = (command: Command): string =>
  flagsOf(command)
    .flatMap((flag) => spellings(flag).map((spelling) => described(spelling, flag.text)))
    .join(' ')

const zshValues = (command: Command): readonly string[] =>
  valuesAfter(command).map(([word, values]) => `    ${command.name}:${word}) values=(${values.join(' ')}) ;;`)

const zsh = (commands: readonly Command[]): string => `#compdef payment-sandbox
# zsh completion of payment-sandbox: source <(payment-sandbox completion zsh)
_payment_sandbox() {
  local -a commands actions options values
  commands=(${commands.map(({ name, summary }) => described(name, summary)).join(' ')})
  case $words[2] in
${commands
  .map(
    (command) => `    ${command.name})
      actions=(${(command.actions ?? []).join(' ')})
      options=(${zshOptions(command)}) ;;`,
  )
  .join('\n')}
    *) options=(${commands.slice(0, 1).map(zshOptions).join('')}) ;;
  esac
  local first=$words[2]
  [[ $first == -* ]] && first=${commands[0]?.name}
  case $first:$words[CURRENT-1] in
${commands.flatMap(zshValues).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( $#values )); then
    _describe value values || _files
  elif (( CURRENT == 2 )); then
    _describe command commands
  elif (( CURRENT == 3 && $#actions )); then
    _describe action actions
  else
    _files
  fi
}
compdef _payment_sandbox payment-sandbox
`

interface FishFlag extends Flag {
  readonly condition: string
  readonly values: readonly string[] | undefined
}

const fishFlag = ({ condition, short, long, takesValue, text, values }: FishFlag): string =>
  [
    `complete -c payment-sandbox -n ${quoted(condition)}`,
    short === null ? '' : `-s ${short}`,
    `-l ${long}`,
    takesValue ? (values === undefined || long === 'fixture' ? '-r' : '-x') : '',
    values === undefined ? '' : `-a ${quoted(values.join(' '))}`,
    `-d ${quoted(text)}`,
  ]
    .filter((part) => part !== '')
    .join(' ')

const fishCommand = (command: Command, at: number): readonly string[] => {
  const { name, summary, actions: own = [] } = command
  const values = new Map(valuesAfter(command))
  const isGiven =
    at === 0
      ? `__fish_use_subcommand; or __fish_seen_subcommand_from ${name}`
      : `__fish_seen_subcommand_from ${name}`
  // fish would offer files instead of the action too; after the action a file is possible.
  const isOpen = quoted(`${isGiven}; and not __fish_seen_subcommand_from ${own.join(' ')}`)
  return [
    `complete -c payment-sandbox -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...own.map((action) => `complete -c payment-sandbox -f -n ${isOpen} -a ${action}`),
    ...[...values]
      .filter(([word]) => !word.startsWith('-'))
      .map(
        ([word, names]) =>
          `complete -c payment-sandbox${word === 'load' ? '' : ' -f'} -n ${quoted(`__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${word}`)} -a ${quoted(names.join(' '))}`,
      ),
    ...flagsOf(command).map((flag) =>
      fishFlag({ ...flag, condition: isGiven, values: values.get(`--${flag.long}`) }),
    ),
  ]
}

const fish = (commands: readonly Command[]): string =>
  `${[
    '# fish completion of payment-sandbox: payment-sandbox completion fish | source',
    ...commands.flatMap(fishCommand),
  ].join('\n')}\n`

const scripts = { bash, zsh, fish } as const
