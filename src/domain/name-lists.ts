// Names that are names in lower case too: people type "meet alice in berlin". A word that also means something else in
// English or names a tool (will, mark, may, bill, rose, grace, java, jordan, georgia, turkey) is deliberately not in
// here; only its capital in mid sentence, or a sign beside it, tells that it is a name. No list is ever complete.

function names(text: string): ReadonlySet<string> {
  return new Set(nameKey(text).trim().split(/\s+/))
}

/** First names of several cultures, the commonest only. */
export const FIRST_NAMES = names(`
  aaron abdul abdullah abigail adam adele adrian adriana agnes ahmed aisha akira albert alberto alejandra alejandro
  aleksandr alessandro alexander alexandra alexandre alexey alexis alfred ali alice alicia alina alison allison alvaro
  amanda amelia amina amir amit amy ana anastasia anders andrea andreas andrei andrew andrey andy angela angelica anil
  anita anja anjali ann anna anne annette annie antoine anton antonia antonio anya arjun arnaud arthur arturo asha ashley
  astrid ayesha barbara bastian beatrice beatriz ben benjamin bernard bernd bernhard bianca bjorn bob bobby boris brandon
  brenda brian bridget bruno bryan camila camille carla carlos carmen carol carolina caroline carolyn catherine cecilia
  cedric celine charlotte chiara chloe chris christian christina christine christoph christopher cindy claire clara
  claudia connor craig cristina cynthia daniel daniela danielle david deborah debra deepak denise dennis derek diana
  diego dieter dimitri dmitri dmitry dominik dominique donald donna dorothy douglas eduardo edward eileen elena eleanor
  elias elisabeth elizabeth ella ellen elsa emilia emilie emily emma enrique eric erica erik erika ernesto esther ethan eugene
  eva evelyn fabian fabio fatima federico felipe felix fernanda fernando fiona florian frances francesca francesco
  francisco francois franz frederic friedrich fritz gabriel gabriela gareth gary geoffrey george georg gerald gerard gerhard
  giovanni giulia giuseppe gloria gonzalo gordon greg gregory greta guillaume gunther gustavo hannah hanna hans harold
  harriet hassan heidi heinz helen helena helene helga helmut henrik henry hiroshi horst hussein ian ibrahim ignacio igor
  ines ingrid irina isabel isabella isabelle ivan jacob jacqueline jacques jaime jake james jamie jana jane janet janice jason
  javier jean jeff jeffrey jennifer jenny jeremy jerome jerry jessica jessie jill jim jimmy joan joanna joao joe joel johan
  johann johanna johannes john johnny jonas jonathan jorge jose josef joseph joshua juan juergen julian juliana julie
  juliette jurgen justin kamal karen karin karl karsten kate katharina katherine kathleen kathryn katie katja katrin
  keiko keith kelly kenji kenneth kevin khalid kim kimberly klaus kristin kristina kumar kyle lakshmi larry lars laura
  lauren laurent lea leah lena leon leonard leonardo leonie lilian linda lindsay lisa lorenzo louis louise luca lucas lucia
  luciana lucy luis luisa lukas luke lydia magdalena mahmoud malik manfred manuel manuela marco marcos marcus margaret
  margarita maria mariam mariana marie mariko marina mario marion markus marlene marta martha martin martina matteo
  matthew matthias matthieu maureen maurice mauricio maxim maximilian megan mehmet meera melanie melissa mia michael
  michaela michel michelle miguel mikhail milan mohamed mohammad mohammed monika monique moritz muhammad mustafa nadia
  nadine nancy naomi natalia natalie natasha nathalie nathan neha nicholas nicolas nicole nikhil nikita nikolai nina noah
  nora norman olaf oleg olga oliver olivia olivier omar oscar osama pablo pamela paolo patricia patrick paul paula
  paulo pavel pedro peter petra philip philipp philippe pierre pietro piotr prakash priya rachel rafael rahul rainer raj
  rajesh ralf ramon ravi rebecca renate ricardo richard rita robert roberta roberto rodrigo roger roland rolf ronald rosa
  rosemary ruth ryan sabine sabrina salma samantha samir samuel sandeep sandra sanjay sara sarah sasha satoshi scott sean
  sebastian sergei sergey sergio seth shannon sharon sheila shirley silvia simon simone sofia sonia sophia sophie
  stefan stefanie stephanie stephen steve steven stuart sunil susan susanne svetlana sven swati sylvia takashi tamara tanja
  tanya tatiana teresa theodore theresa thomas tim timothy tobias todd tommy tony torsten tracy ulrich ursula uwe valentina
  valerie vanessa vera veronica vicky victoria vijay vikram vincent virginia vivian vladimir walter wanda wendy werner
  wilhelm william wolfgang xavier yasmin yolanda yuki yusuf yvonne zoe zhang
  анна анне анну анны алексей алексею александр александра андрей андрею борис виктор владимир дмитрий дмитрию екатерина
  елена елене елену иван ивана ивану мария марии марию михаил наталья николай ольга ольге ольгу павел петр сергей сергею
  татьяна юлия
`)

/** Common family names that are no everyday words. */
export const FAMILY_NAMES = names(`
  anderson andersson bauer becker bianchi campbell carvalho chopra clark davies davis delgado diaz dupont evans fernandes
  fernandez ferrari ferreira fischer garcia gomez gonzalez gupta gutierrez hansen harris harrison hernandez
  hoffmann hughes ivanov iyer jackson jansen jensen johansson johnson jones kapoor khan klein kowalski krueger larsen lopez
  martinez mcdonald mehta mendoza miller mitchell moreau morales moreno mueller muller murphy nakamura nelson nguyen nielsen
  novak olsen ortiz patel perez petrov phillips popescu ramirez reddy reyes richter rivera roberts robinson
  rodrigues rodriguez rossi russo sanchez santos sato schmidt schmitt schneider schroeder schulz sharma silva singh smirnov
  smith suzuki svensson takahashi tanaka taylor thompson torres tran vasquez wagner watanabe weber williams wilson
  yamamoto иванов иванова петров петрова сидоров
`)

/** Countries, regions and large cities. */
export const PLACES = names(`
  afghanistan albania algeria angola argentina armenia australia austria azerbaijan bahrain bangladesh belarus belgium
  bolivia bosnia botswana brazil britain bulgaria cambodia cameroon canada chile china colombia croatia cuba cyprus czechia
  denmark ecuador egypt england estonia ethiopia finland france germany ghana greece guatemala honduras hungary iceland
  india indonesia iran iraq ireland israel italy jamaica japan kazakhstan kenya korea kuwait latvia lebanon libya lithuania
  luxembourg malaysia malta mexico moldova mongolia morocco mozambique myanmar namibia nepal netherlands nicaragua nigeria
  norway oman pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia rwanda scotland
  senegal serbia singapore slovakia slovenia somalia spain sudan sweden switzerland syria taiwan tanzania thailand tunisia
  uganda ukraine uruguay usa uae uzbekistan venezuela vietnam wales yemen zambia zimbabwe africa asia europe deutschland
  osterreich schweiz frankreich italien spanien espana italia alabama alaska arizona arkansas california colorado
  connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky louisiana maryland massachusetts michigan
  minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont
  wisconsin wyoming bavaria ontario quebec queensland catalonia amsterdam ankara antwerp athens atlanta auckland
  baghdad bangalore bengaluru bangkok barcelona beijing beirut belfast belgrade berlin bern birmingham bogota bologna
  bombay bordeaux boston bratislava bremen brisbane bristol brooklyn brussels bucharest budapest cairo calgary cambridge caracas
  casablanca chennai chicago cologne copenhagen dallas damascus delhi denver detroit dhaka dortmund dresden dubai dublin
  duesseldorf dusseldorf edinburgh frankfurt geneva genoa glasgow guangzhou hamburg hanoi hannover hanover havana helsinki
  hiroshima houston hyderabad istanbul jakarta jerusalem johannesburg karachi kathmandu kiev kyiv koln kolkata kyoto lagos
  lahore leipzig lille lisbon liverpool ljubljana london lyon madrid manchester manhattan manila marseille medellin
  melbourne miami milano milwaukee minneapolis montreal moscow mumbai munich munchen muenchen nairobi nagoya naples nyc odessa
  osaka oslo ottawa oxford paris philadelphia pittsburgh portland prague pune riga riyadh rome roma rotterdam sacramento
  salzburg santiago sarajevo seattle seoul seville shanghai shenzhen sofia stockholm stuttgart sydney taipei tallinn tampa
  tehran tianjin tokyo toronto toulouse turin utrecht valencia vancouver venice vienna vilnius warsaw warszawa washington
  wellington wien wuhan yokohama zagreb zurich zuerich francisco angeles york kong aires janeiro vegas aviv dhabi lumpur
  paulo orleans petersburg москва москве москвы россия россии киев
`)

/** Places of two words that are everyday words when they stand alone. */
export const PLACE_PAIRS = names(`
  united-states united-kingdom united-emirates new-york new-zealand new-jersey new-mexico new-orleans new-delhi
  new-hampshire new-england south-africa south-korea north-korea south-carolina north-carolina south-dakota north-dakota
  west-virginia costa-rica puerto-rico sri-lanka el-salvador saudi-arabia hong-kong los-angeles las-vegas san-francisco
  san-diego san-jose san-antonio santa-monica tel-aviv abu-dhabi kuala-lumpur buenos-aires cape-town salt-lake
  silicon-valley middle-east great-britain ivory-coast rhode-island long-island
`)

/** Companies that are no tools of a task, and those of examples. */
export const COMPANIES = names(`
  accenture acme adidas airbus alibaba allianz barclays basf bayer bloomberg bmw boeing bosch capgemini chevron cisco citigroup
  comcast contoso cyberdyne deloitte disney exxon fedex globex goldman hitachi honda honeywell hooli hsbc hyundai ikea
  infosys initech jpmorgan kpmg lenovo lockheed lufthansa mckinsey nestle nike nintendo nissan novartis panasonic pepsi
  pepsico pfizer porsche pwc raytheon samsung siemens sony starbucks telekom tencent tesla toshiba toyota unilever verizon
  vodafone volkswagen volvo walmart
`)

/** Weekdays and months, "march" always, since hardly a task is about marching; "daily" and "weekly" stay, and so do today and tomorrow. */
export const DATE_NAMES = names(`
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  january february march april june july august september october november december tues thurs montag dienstag mittwoch
  donnerstag freitag samstag sonntag januar februar marz juni juli oktober dezember lundi mardi mercredi jeudi vendredi samedi
  dimanche janvier fevrier avril aout juin juillet septembre octobre novembre decembre lunes martes miercoles jueves viernes
  sabado domingo enero febrero marzo abril junio julio septiembre octubre noviembre diciembre lunedi martedi mercoledi giovedi
  venerdi domenica gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre maandag dinsdag woensdag donderdag
  vrijdag zaterdag zondag januari februari maart augustus mars poniedziałek wtorek środa środę czwartek piątek sobota sobotę
  niedziela niedzielę styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien stycznia
  lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia sexta-feira
  janeiro fevereiro março maio junho julho setembro outubro dezembro
`)

/** Said of a date or an amount only beside a number: "3 pm", "5 March", "20 USD"; they mean other things elsewhere. */
export const NUMBER_NEIGHBOURS = names(`
  am pm st nd rd th jan feb mar apr may jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
  k m b mn bn mio mrd usd eur gbp jpy cny inr chf cad aud brl dollar dollars euro euros pound pounds cents yen yuan rupees bucks
`)

/** Numbers in words. */
export const NUMBER_WORDS = names(`
  two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion
  billions trillion trillions dozen dozens
`)

/** A word as the lists have it: lower case, without accents. */
export function nameKey(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
