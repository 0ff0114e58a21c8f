/** What stands in quotation marks; an apostrophe within a word opens nothing. */
const quotation = /"[^"]*(?:"|$)|(?<![\w])'[^']*(?:'(?![a-z])|$)|(?<![\w])'(?:[^']|'(?=[a-z]))*'(?!\w)/gi

/** Words by which what is quoted is somebody else's, or is only to be read. */
const attributed =
  /\b(?:says?|said|saying|tells?|told|tweet(?:s|ed)?|twitter|telegram|discord|whatsapp|reddit|posted|posts?|wrote|writes?|written|reads?|texted|texts?|text|messaged|messages?|message|dm(?:ed|s)?|emailed|e-?mails?|mail|note|letter|sms|asks?|asked|yelled|shouted|advises?|advised|recommends?|recommended|suggests?|suggested|wants\s+me|claims?|claimed|quote|quoted|heard|saw|summar\w+|translat\w+|explain|rephrase|proofread|spell|repeat|mean(?:s|ing)?|thoughts|think|make\s+of|opinion|scam|phish\w*|legit|real|advert|ad|banner|pop-?up|site|page|article|video|podcast|instructions?|prompt|sentence|phrase|words|meme|sticker|sign|buddy|guy)\b/i
const asks =
  /\b(?:send|swap|pay|transfer|buy|sell|stake|unstake|lend|supply|borrow|repay|withdraw|deposit|bridge|move|convert|exchange|give|approve|wrap|unwrap|put|empty|drain|trade|invest|wire|forward|dump|ape|go)\b/i

/** A text without the words of somebody else that are quoted in it; null where it quotes none that ask for something. */
export function withoutQuoted(cleaned: string): string | null {
  let isOfOthers = false
  const rest = cleaned.replace(quotation, (found) => {
    if (!asks.test(found)) return found
    isOfOthers = true
    return ' '
  })
  return isOfOthers && attributed.test(rest) ? rest : null
}
