// English words that say nothing about a task. Without them Recall@5 falls by seven points on real prompts, because
// a message is mostly "can you please help me with". Technical two-letter words (ai, ci, db, go, js, pr, qa, ts, ui)
// are not in here, nor is any word that a skill could be about ("find", "make", "show", "use").

/** In lower case, unstemmed; "don", "ll", "ve" and the like are what is left and right of an apostrophe. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
  a an the this that these those some any each every all both such same other another
  i me my mine myself we us our ours you your yours yourself he him his she her hers it its they them their theirs
  who whom whose which what when where why how
  am is are was were be been being have has had having do does did doing done
  can could will would shall should may might must cannot
  don doesn didn isn aren wasn weren hasn haven hadn couldn shouldn wouldn won ll ve re
  of in on at by for with without from to into onto about as than then through between during
  before after above below over under up down out off again
  and or but nor so if because while until though
  not no yes also too very just only more most much many few own here there now ever still
  please thanks thank hello hi hey want wants wanted need needs like help let lets get give tell know
  `
    .trim()
    .split(/\s+/),
)
