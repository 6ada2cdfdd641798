// The signs of correction.ts in German, French and Spanish, as patterns over text without accents. The same caution: words
// with which people hardly begin a new request, and nothing where a "no" answers a question.

type Signs = { openings: string; corrections: string[]; praises: string[]; buts: string }

/** @param end what a sentence, or a part of one, ends with. */
export function signsElsewhere(end: string): Signs[] {
  return [german(end), french(end), spanish(end)]
}

function german(end: string): Signs {
  return {
    openings: 'ach|ah|ahm|nee|moment|warte|halt|entschuldigung|tut mir leid',
    corrections: [
      String.raw`nein(?:${end}|\s+(?:nicht|das|so|ich|du|nimm|lass|stopp)\b)(?!\W*(?:danke|kein problem|schon gut|alles gut|passt|mach (?:ruhig )?weiter|weiter|nicht notig|das ist (?:alles|gut|ok)|das war(?:'s| alles)))`,
      String.raw`falsch(?:e[rsn]?\s+\w+)?${end}`,
      String.raw`(?:das|dies|es)\s+(?:ist|war)\s+(?:leider\s+)?(?:falsch|verkehrt|nicht\s+(?:richtig|korrekt|das|was|gemeint))\b`,
      String.raw`(?:das|es)\s+stimmt\s+(?:so\s+)?nicht\b`,
      String.raw`(?:so|das)\s+(?:war\s+das\s+)?nicht${end}`,
      String.raw`(?:das\s+)?(?:meinte|wollte)\s+ich\s+(?:so\s+)?nicht\b`,
      String.raw`ich\s+meinte\b`,
      String.raw`ich\s+(?:hab|habe|hatte)\s+(?:dir\s+)?(?:doch|schon|bereits)\s+gesagt\b`,
      String.raw`(?:bitte\s+)?mach(?:e)?\s+(?:das|es)\s+(?:bitte\s+)?(?:wieder\s+)?rue?ckgae?ngig\b`,
      String.raw`(?:hor|hoer)\s+auf${end}`,
      `stopp${end}`,
      String.raw`warum\s+hast\s+du\b`,
      String.raw`du\s+hast\s+(?:\w+\s+){0,4}(?:vergessen|ubersehen|uebersehen|missverstanden|kaputt)\b`,
      String.raw`du\s+hast\s+mich\s+falsch\b`,
    ],
    praises: [
      '(?:perfekt|super|toll|klasse|prima|genau|ausgezeichnet|hervorragend|wunderbar|sehr gut|gut gemacht)',
      String.raw`(?:vielen\s+dank|danke)(?:\s+(?:schon|schoen|dir|sehr|vielmals))?`,
      String.raw`(?:(?:das|es|so)\s+)?(?:passt|funktioniert|klappt)(?:\s+(?:jetzt|so|gut|perfekt))?`,
    ],
    buts: 'aber|jetzt|nun|allerdings|jedoch|leider|trotzdem|nur|noch',
  }
}

function french(end: string): Signs {
  return {
    openings: 'ah|euh|attends|attendez|pardon|desole|desolee',
    corrections: [
      String.raw`non(?:${end}|\s+(?:pas|ce|c'est|tu|je|arrete|attends)\b)(?!\W*(?:merci|pas de (?:probleme|souci)|c'est (?:bon|tout|parfait)|continue|continuez|vas-y|allez-y|ca va))`,
      String.raw`(?:ca\s+)?c'est\s+(?:faux|incorrect|pas\s+(?:ca|bon|correct|juste|ce\s+que))\b`,
      String.raw`ce\s+n'(?:est|etait)\s+pas\s+(?:ca|bon|correct|juste|ce\s+que)\b`,
      String.raw`pas\s+(?:ca|comme\s+ca)${end}`,
      `faux${end}`,
      String.raw`je\s+(?:t'ai|vous\s+ai)\s+(?:deja\s+)?dit\b`,
      String.raw`je\s+voulais\s+dire\b`,
      String.raw`je\s+n'ai\s+pas\s+(?:dit|demande|voulu)\s+(?:ca|cela|que)\b`,
      String.raw`(?:annule|annulez|arrete|arretez)(?:\s+(?:ca|cela))?${end}`,
      String.raw`pourquoi\s+(?:as-tu|avez-vous|tu\s+as)\b`,
      String.raw`(?:tu\s+as|vous\s+avez)\s+(?:oublie|casse|mal\s+compris)\b`,
      String.raw`tu\s+t'es\s+trompee?\b`,
    ],
    praises: [
      '(?:parfait|genial|excellent|exactement|bravo|bien joue|tres bien|impeccable)',
      String.raw`merci(?:\s+(?:beaucoup|bien|mille\s+fois))?`,
      String.raw`(?:ca|cela)\s+(?:marche|fonctionne)(?:\s+(?:maintenant|bien|parfaitement))?`,
    ],
    buts: 'mais|maintenant|cependant|toujours|encore|sauf|pourtant',
  }
}

// "No," stands among the English signs.
function spanish(end: string): Signs {
  return {
    openings: 'oye|espera|espere|perdon|bueno|eh|ay',
    corrections: [
      String.raw`no(?:\s+es)?\s+(?:eso|esto|asi)${end}`,
      String.raw`no\s+(?:es|era)\s+(?:lo\s+que|correcto)\b`,
      String.raw`(?:eso|esto)\s+no\s+(?:es|era)\s+(?:lo|asi|correcto|correcta|eso)\b`,
      String.raw`(?:eso\s+|esto\s+)?(?:esta|es|estaba)\s+(?:mal|incorrecto|equivocado)\b`,
      `(?:incorrecto|mal)${end}`,
      String.raw`me\s+referia\s+a\b`,
      String.raw`queria\s+decir\b`,
      String.raw`(?:ya\s+)?te\s+(?:dije|pedi)\s+que\b`,
      String.raw`no\s+te\s+(?:pedi|dije)\b`,
      `(?:deshazlo|reviertelo|detente|basta)${end}`,
      String.raw`(?:deshaz|revierte)\s+(?:eso|esto|lo\s+que)\b`,
      String.raw`por\s+que\s+(?:has|hiciste|borraste|cambiaste)\b`,
      String.raw`te\s+(?:equivocaste|olvidaste|has\s+equivocado)\b`,
      String.raw`has\s+(?:olvidado|roto|entendido\s+mal)\b`,
    ],
    praises: [
      '(?:perfecto|genial|excelente|exacto|estupendo|muy bien|bien hecho|buen trabajo)',
      String.raw`(?:muchas\s+|muchisimas\s+)?gracias`,
      String.raw`(?:eso\s+|ya\s+|ahora\s+)?funciona(?:\s+(?:bien|perfectamente))?`,
    ],
    buts: 'pero|ahora|sin embargo|todavia|aunque|salvo|solo',
  }
}
