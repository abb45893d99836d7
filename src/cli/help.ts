import { type Command, Help } from 'commander'
import { filled } from '../kernel/wrap'
import { paint } from './terminal'

/** The layout of help texts. Commander removes colours where the output is not a terminal. */
export class Manual extends Help {
  readonly #featured: string

  /** @param featured the command whose options the help of the program shows too */
  constructor(featured: string) {
    super()
    this.#featured = featured
  }

  override formatHelp(command: Command, helper: Help): string {
    const text = super.formatHelp(command, helper)
    const featured = command.commands.find((other) => other.name() === this.#featured)
    if (featured === undefined) return text
    const width = helper.padWidth(featured, helper)
    const groups = helper.groupItems([], [...featured.options], (option) => option.helpGroupHeading ?? '')
    const lists = [...groups].flatMap(([heading, options]) => {
      const items = options.map(({ flags, description }) =>
        helper.formatItem(flags, width, description, helper),
      )
      return helper.formatItemList(heading, items, helper)
    })
    return [text, `Options of ${this.#featured}, with their ${legend}.`, '', ...lists].join('\n')
  }

  /** The options of a command are in its own help. */
  override subcommandTerm(command: Command): string {
    return command.name()
  }

  override styleTitle(title: string): string {
    return paint('bold', title)
  }
}

export const legend = '[default] and environment variable'

/** The rest of 80 columns beside the longest flag. */
const textWidth = 52

/** The text, default and environment variable of an option. Text in brackets stays on one line. */
export const describe = (text: string, defaultText: string, env: string): string =>
  [...filled([...text.split(' '), `[${defaultText}]`], textWidth), paint('dim', env)].join('\n')
