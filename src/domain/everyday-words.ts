// English words of daily life, five letters or more: a message that holds one means it, even where some skill holds a word
// that is one letter off ("pride" is no typo of "price"). Not a dictionary; a word that is missing costs a poor hit.
import { stemList } from './stem-list.ts'

const WORDS = `
  ahead alive alone along aloud angel anger angle angry animal ankle apartment apple April argue arise armed arrive asleep
  aside aspect attend August aunts autumn avoid awake aware awful baked baker bacon balls banana beach beans beard bears
  beast beaten beautiful became become beer began begin begun being belief believe belly belong below bench bends berry
  besides birds birth birthday biscuit bitter black blame blank blind blood bloom blown boats bodies boiled bones boots bored
  borrow bother bought bound bowls brain brave bread breakfast breath breathe bride bridge bright brings broad broke brother
  brought brown brush build built burnt buses butter butterfly buyer cabin cakes calls calm camels candle candy captain cards
  careful carry castle catch caught cause ceiling cells century chair chance charm cheap cheek cheer cheese cherry chess chest
  chicken chief child children chocolate choir chose chosen church circle circus cities civil class clean clear clerk clever
  climb clock close cloth clothes cloud coach coast coffee coins colder collar colour comes comfort comic cookie cooked cooking
  corner cotton cough could count country couple courage cousin cover crack cream cried crime cross crowd crown cruel crying
  curious curly curtain daddy daily dance dancer danger dangerous daughter deaf dealt death decade december decide deeper delay
  desert desire devil diary dinner dirty disease doctor donkey doubt dozen drank drawn dream dress drink drive driven drove drunk
  dying eager early earth easily eaten eight elbow elderly elephant empty enemy engine english enjoy enough escape evening
  everyday everyone exact excited excuse faces faint fairly fairy faith fallen false famous farmer faster father fault favour
  favourite fears feast feather february feeling fellow fence fetch fever fewer field fifth fifty fight films finger finish fired
  first fishing flame flies flight float flood floor flour flower flute flying folks food foolish football force foreign forest
  forever forget forgive forgot forks forty fought fourth friday friend fright front frost frozen fruit funny further future
  gallery games garage garden garlic gates gather gentle ghost giant girls given glass glory gloves going golden goose grains
  grand grandfather grandma grandmother grandpa grapes grass grave great green greet grey grief grocery ground group grown guard
  guess guest guilty guitar habit hairy hands handsome hanging happen happy harder hardly harvest hated hatred having headache
  healed healthy heard heart heaven heavy height herself hiding higher hills himself hobby holiday honest honey honour hoped
  horns horrible horror horse hospital hotel hours house human humour hundred hungry hunting hurried hurts husband ideal
  ignore indeed infant injury inner insect inside island itself jacket january jealous jeans jokes journey judge juice jungle
  kicked killed kinds kings kissed kitchen kitten kneel knees knife knight knives knock known ladder ladies laid lakes lamps
  lands largest later laugh laughter lawyer lazy leaf learn leather leaves lemon lesson letter liberty lights likely limbs lions
  lips listen little lively living lonely longer looks loose lords losing lottery louder loved lovely lover lower lucky lunch
  lying magic males manner march marriage married mayor meals means meant medicine melon melted member memories mercy metal
  middle mighty miles million minds mirror misery missed mister mixed moment monday money monkey month moral morning mostly mother
  mountain mouse mouth moved movie muscle museum mushroom music myself nails naked narrow nasty nearby nearly neatly necks
  needle neighbour nephew nerve nervous never newer niece night ninety nobody noise noisy noon normal north noses nothing
  november nurse oceans october offer often older olive onion opera orange orchestra ought outer outside ovens owned oxygen
  paint painted palace palm panic pants paper parent paris party passion paste peace peach pearl pencil penny people pepper
  perfume perhaps phone photo piano picnic pieces pigeon piles pillow pilot pinch pizza places plain planet planets plants plate
  played player pleasant pleased plenty pocket poems poetry poets police polite popular potato potatoes pound poverty power pray
  prayer pregnant presents pretty pride priest prince princess prison prize proud pulled pupil puppy purple purse pushed puzzle
  quarter queen quick quiet quite rabbit races radio railway rainbow rainy raise ranch rather reach ready really reason recipe
  refuse regret relax religion remain remember remind rented repeat replied reply rescue respect rested return riches rider
  riding rifle right rings ripen rivers roads roast robin rocks romance roman roof rooms roots roses rotten rough round royal
  rubber rude ruined ruler running rural sadly sadness safely sailor saint salad salary salty sandwich saturday sauce sausage
  saved saying scared scarf scary scene school science scold score scream season seated secret seeds seeing seems seldom selfish
  sense september serious servant settle seven severe sewing shade shadow shake shaken shallow shame shape share shark sharp
  shave sheep sheet shelf shell shine shining shiny ships shirt shirts shock shoes shoot shops shore short shorts shoulder shout
  shower shown shut shyly sides sight silent silk silly silver since singer single sister sitting sixth sixty skies skill skin
  skirt sleep sleepy slept slice slide slight slim slowly small smart smell smile smiled smoke smooth snake snow snowy sofa
  softly soldier solid somebody someone somewhere songs sooner sorry sorrow souls sound soups south space spade speak speech
  spend spent spicy spider spirit spoke spoken spoon sport spots spring square squirrel stairs stamp stand starry stars stars
  start starve statue stayed steal steam steel steep stick sticky stiff still stolen stomach stone stood stories storm stormy
  story strange stranger straw stream street strength stroke strong stuck study stupid style sudden suffer sugar suicide suit
  summer sunday sunny sunset sunrise supper sure surely surprise survive swallow swear sweat sweater sweep sweet swept swift
  swim swimming swing sword table tails taken tales talking taller taste tasty taught taxes teach teacher tears teeth telling
  temple tender tennis terrible thank their there these thick thief thing think third thirsty thirty those thought thousand
  thread threw throat throne throw thrown thumb thunder thursday tiger tight times tired tissue title toast today toilet
  tomato tomorrow tongue tonight tooth topic torn touch tough tourist toward towel tower towns toys track trade train travel
  treasure treat trees trial tribe tried trips troops trouble trousers truck truly trunk trust truth trying tuesday turkey turtle
  twelve twenty twice twins twist uncle under unhappy uniform until upper upset useful usual usually valley vegetable village
  violin virus visit visitor voice waist waited waiter waked walked wallet walls wander wanted warm warmer warning wars washed
  waste watch water waves weak wealth wealthy weapon wears weather wedding wednesday weeks weigh weight weird welcome whale wheat
  wheel where which while whisper whistle white whole whose wicked widow width wild willing windy wings winner winter wisdom
  wiser wished witch without wives wolf woman women wonder wonderful wooden woods words worker world worm worried worry worse
  worst worth would wound wounded wrist write wrong wrote years yellow yesterday yield young younger yours youth zebra
`

const STEMS = stemList(WORDS)

export function isEverydayStem(stem: string): boolean {
  return STEMS.has(stem)
}
