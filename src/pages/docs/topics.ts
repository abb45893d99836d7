import {
  type DocsSource,
  type Topic,
  type TopicEntry,
  type TopicName,
  type TopicSection,
  topicNames,
} from './content'
import { sections, tables, values } from './tables'
import json from './topics/*.md?asset'

/**
 * The topics are Markdown files in `topics`. Each begins with its title, its line in the list of topics, and a text.
 * Sections have paragraphs, up to one block of code, and entries:
 *
 *     ## Title {#anchor entries=prefix-of-the-anchors-of-entries-}
 *     - `name`: text, or - label `name` {#anchor}: text
 *     <!-- table: name argument -->    entries from `tables.ts`, above the written ones
 *     <!-- sections: name -->          whole sections from there
 *     <!-- generated: name -->         what `npm run docs` writes, up to <!-- end -->
 *
 * `{{name}}` is a value from `tables.ts`. Anchors follow from titles and names where none is given.
 */
const files: Readonly<Record<TopicName, string>> = JSON.parse(json)

/** The title of each topic, and its line in the list of topics. */
export const topicTexts = Object.fromEntries(
  topicNames.map((name) => {
    const [, title = '', about = ''] = /^# (.+)\n\n> (.+)\n/.exec(files[name]) ?? []
    return [name, { title, about }]
  }),
) as { readonly [name in TopicName]: { readonly title: string; readonly about: string } }

const named = <T>(all: Readonly<Record<string, T>>, name: string): T => {
  const one = all[name]
  if (one === undefined) throw new Error(`a topic names ${name}: there are ${Object.keys(all).join(', ')}`)
  return one
}

/** `listen({ port })` is at `#listen-port`. */
const anchorOf = (name: string): string => name.replace(/\W+/g, '-').replace(/-$/, '').toLowerCase()

/** Each paragraph on one line. */
const paragraphs = (markdown: string): string =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map((one) => one.replace(/\n */g, ' '))
    .join('\n\n')

const entryIn = (item: string): TopicEntry => {
  const [, label, name = '', id = anchorOf(name), text = ''] =
    /^(?:(\w+) )?`([^`]+)`(?: \{#(.+?)\})?(?:: (.*))?$/s.exec(paragraphs(item)) ?? []
  return { id, name, ...(label === undefined ? {} : { label }), text }
}

const sectionIn = (markdown: string, source: DocsSource): TopicSection => {
  const [heading = '', title = '', marks = ''] = /^## (.+?)(?: \{(.+)\})?\n/.exec(markdown) ?? []
  const [block = '', sample] = /^```\w*\n(.*?)\n```$/ms.exec(markdown) ?? []
  const [comment = '', table, argument = ''] = /^<!-- table: ([\w-]+) ?(.*) -->$/m.exec(markdown) ?? []
  const rest = markdown.slice(heading.length).replace(block, '').replace(comment, '')
  const [text = '', ...items] = rest.split(/^- /m)
  const rows = table === undefined ? [] : named(tables, table)(source, argument)
  const [, id = anchorOf(title)] = /#(\S+)/.exec(marks) ?? []
  const [, prefix = ''] = /entries=(\S+)/.exec(marks) ?? []
  return {
    ...{ id, title },
    ...(text.trim() === '' ? {} : { text: paragraphs(text) }),
    ...(sample === undefined ? {} : { sample }),
    entries: [...rows, ...items.map(entryIn)].map((entry) => ({ ...entry, id: `${prefix}${entry.id}` })),
  }
}

/** What `npm run docs` writes into a topic stands between these. */
const generatedMarks = /<!-- (?:generated: [\w ]+|end) -->\n+/g

export const topicOf = (name: TopicName, source: DocsSource): Topic => {
  const markdown = files[name].replace(/\{\{(\w+)\}\}/g, (_, value: string) => named(values, value)(source))
  const [head = '', ...parts] = markdown.replace(generatedMarks, '').split(/^(?=## |<!-- sections: )/m)
  return {
    ...{ name, title: topicTexts[name].title },
    text: paragraphs(head.replace(/^# .+\n\n> .+\n/, '')),
    sections: parts.flatMap((part) => {
      const [, generated] = /^<!-- sections: (.+) -->/.exec(part) ?? []
      return generated === undefined ? [sectionIn(part, source)] : named(sections, generated)(source)
    }),
  }
}
