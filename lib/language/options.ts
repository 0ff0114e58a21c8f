/** A line of a numbered list. `isDescribed`: words about the option follow its name, after a colon. */
export type ListedOption = { number: number; name: string; isDescribed: boolean }

const optionLine = /^(\d+)\. (.+?)(: .*)?$/

/** Reads the options that an agent's message lists: “1. Flexible USDC: 4.8% a year”. */
export const optionsIn = (text: string): readonly ListedOption[] =>
  text.split('\n').flatMap((line) => {
    const [, number, name, about] = optionLine.exec(line) ?? []
    return name === undefined ? [] : [{ number: Number(number), name, isDescribed: about !== undefined }]
  })
