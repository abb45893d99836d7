import { type Command, Help } from 'commander'
import { filled } from './columns'
import { paint } from './terminal'

/** How help is laid out. Commander removes the colours again where nobody would see them. */
export class Manual extends Help {
  readonly #featured: string

  /** @param featured the command whose options the program's own help shows too */
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

  /** What a command takes stands in its own help. */
  override subcommandTerm(command: Command): string {
    return command.name()
  }

  override styleTitle(title: string): string {
    return paint('bold', title)
  }
}

export const legend = '[default] and environment variable'

/** What is left of 80 columns beside the longest flag. */
const textWidth = 52

/** An option's text, default and environment variable; what stands in brackets is in one piece. */
export const describe = (text: string, defaultText: string, env: string): string =>
  [...filled([...text.split(' '), `[${defaultText}]`], textWidth), paint('dim', env)].join('\n')
