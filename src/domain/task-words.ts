// Everyday English words of tasks: what a capital letter does not turn into a name ("the Sales report", "Pull
// Request", "URGENT"). Words that are also first names or make code names (mark, bill, grace, falcon, blue) are
// deliberately not in here: a capital in mid sentence takes those. A word that is missing costs a keyword, no privacy.
import { analyze } from './analyzer.ts'
import { stemList } from './stem-list.ts'

const WORDS = `
  abort accept access account accounting achieve action activate active activity adapt add address adjust admin ads advice
  agenda agent alert align allow alternative analysis analyze announce answer anything app application apply appointment
  approval approve architecture archive area argument article ask assess asset assign assist assistant attach attachment
  audience audio audit authentication author authorize automate automatic automation available average avoid await back backend
  background backlog backup badge balance bank banner base basic batch become begin behavior benchmark best better big
  blog board body book booking border bot bottom box branch brand break brief bring broken browse browser budget bug
  build bulk bundle business button buy cache calculate calendar call campaign cancel candidate capture card care career
  cart case catalog category cause cell center certificate certification chain challenge change channel chapter character
  charge chart chat check checkout checklist choose city clean cleanup clear click client clinic clone close cloud cluster code
  collect collection color column combine command comment commit common communication community company compare comparison
  compile complete compliance component compose compress computer concept conference config configuration configure confirm
  conflict connect connection connector consider console consumer contact container content context continue contract
  contribute control conversation convert copy correct cost could count country course cover crash crawl create
  creative credential credit criteria critical crop cross culture currency current custom customer cut daily dashboard data
  database dataset date day deadline deal debug decide decision declare decode deep default define delay delegate delete
  deliver delivery demo department dependency deploy deployment describe description design desktop detail detect determine
  develop developer development device diagnose diagram dialog diet different digital direct direction directory disable
  discount discover discuss disk display distribute document documentation domain double download draft draw drive driver
  drop due duplicate during dynamic easy economy edit edition editor education effect efficient element email embed
  employee empty enable encode encrypt end endpoint energy engine engineer engineering enhance ensure enter enterprise entry
  environment equipment error escalate essay estimate evaluate event every everyone everything evidence examine example
  exception exchange execute executive exercise exist expand expect expense experience experiment expert explain explore export
  extend extension extract face fact factor fail failed failure fast fault favorite feature federal feedback fetch
  field figure file fill film filter final finally finance financial find finish first fit fitness fix flag flight flow focus
  folder follow font food footer forecast form format formula forward found framework free frequency friend front frontend
  full function fund game gateway gather general generate get gift give global goal good government grade grammar graph
  great grid group grow growth guest guide guideline handle handler happen hard hardware head header headline health hello
  help hide high highlight hire history holiday home homepage hook horizontal hospital host hotel hour house how human
  icon idea identify identity image impact implement implementation import important improve inbox incident include income
  increase index industry info inform information infrastructure ingredient initial initialize input inquiry insert inside
  insight inspect install instance instruction insurance integrate integration interest interface internal internet
  interview introduction inventory invest investigate investment invite invitation invoice issue item itinerary job join
  journal journey keep key keyboard keyword kind kitchen knowledge label language large last latest launch law layer layout
  lead leader learn learning leave left legal lesson letter level library license life limit line link list listen live load
  local locate location lock log logic login logo logout long look loop lower machine mail mailing main maintain maintenance
  make manage management manager manual map marketing market match material maximum maybe meal mean measure measurement
  media medical medicine meet meeting member memory menu merge message method metric middle migrate migration minimum
  minor minute mobile mock mode model modify module monitor month monthly more morning mortgage most move movie multiple
  music must mute name native navigate navigation near need negative network never new news newsletter next night none
  normal note nothing notification notify now number object offer offline old online open operation operator optimize option
  order organization organize original outage outline output overview own owner pack package page paid panel paper paragraph
  parameter parse part partner party pass passenger password past paste patch path patient pattern pause pay payment
  payroll people perform period permission person personal phone photo pick picture pipeline place plan plant
  platform play player please plugin podcast point policy poll pool pop popular port portfolio position positive possible
  post poster power practice prepare prescription present presentation press preview previous price pricing print printer
  priority privacy private problem procedure process procurement produce product production profile profit program
  programming progress project promote prompt proofread property proposal propose protect protocol prototype prove provide
  public publish pull purchase purpose push quality quarter quarterly query question queue quick quickly quit quiz quote random range
  rank rate rating read reader ready real really reason rebase rebuild receipt receive recent recipe recommend
  recommendation record recording recover recovery recruit redirect reduce refactor reference refresh refund refuse
  regards register registration regression reject related release reload reminder remind remote remove rename rent
  rental replace reply report repository repo request require requirement research reset resize resolve resource respond
  response restart restaurant restore restrict result resume retail retrieve retry return revert review revenue rewrite
  right risk roadmap role roll rollback room rotate route router routine row rule run safety salary sale same sample
  sandbox save say scale scan schedule schema school science scope score scrape screen screenshot script scroll search
  season second secret section secure security see segment select sell send sensor sentence sentiment separate sequence
  series server service session set setting setup several share sheet ship shipping shop shopping short should show sign
  signal similar simple single site size skill skip sleep slide slow small smart social software solution solve someone
  something sort sound source space spec specification speech speed spell spend split sport spreadsheet sprint stack staff
  stage staging standard start startup state statement static statistics status stay step stock stop storage store story
  strategy stream street string structure student study style submit subject subscribe subscription subtitle suggest
  suggestion summary summarize supply support survey suspend switch symptom sync syntax synthesize system tab table tag take
  talk target task tax taxi teach teacher team teammate tech technical technology template tenant term terminal terms
  test testing text thank theme theory there thing think third thread ticket time timeline timeout timer timezone tip
  title today together token tomorrow tonight tool top topic total touch tour track tracker trade traffic train training
  transaction transcribe transcript transfer transform transit translate translation travel treatment trend trigger trim
  trip troubleshoot try tune turn tutorial type typo unable undo unit university unlock unsubscribe unused update upgrade
  upload urgent usage use user username vacation validate validation value variable vegan vehicle vendor verify version
  vertical video view virtual visit visual visualization visualize voice volume vote vulnerability wait walk wallet want
  warehouse warning watch way weather web website week weekend weekly welcome wellness why width window wine wireframe
  withdraw work worker workflow workout workshop workspace world worry wrap write wrong year yearly yesterday yes
  nobody everybody anyone somebody whoever whatever men women children kid mother father mom dad boss wife husband
  afternoon evening noon midnight ago already always also however therefore meanwhile otherwise instead basically
  actually currently additionally furthermore moreover lastly sometimes usually perhaps sorry okay sure
  unfortunately afterward afterwards greetings wow ugh hmm once besides chatbot certainly absolutely exactly definitely
  nice perfect awesome bedroom secondly thus hence meantime overall similarly likewise
`

const STEMS = stemList(WORDS)

/** Whether a word, in whatever form and case, is one of them. */
export function isTaskWord(word: string): boolean {
  const terms = analyze(word.toLowerCase())
  return terms.length > 0 && terms.every(STEMS.has)
}
