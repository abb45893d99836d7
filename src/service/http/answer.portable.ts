/** The same as answer.ts, for platforms that send what a Response has inside. */
export const answerOfText = (text: string, init: ResponseInit): Response => new Response(text, init)
