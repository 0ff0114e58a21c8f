/** Small words of English and of wallets, which occur in nearly every sentence. */
const english =
  words(`a an the my your his her our their this that these those it its i i'm im i'd i've you he she we they me him
  them us and or but if then when while because so not no don't dont do does did is isn't are was were be been have has had
  can could would should will won't shall may might must of to from for with without into onto on off in at by via under
  over above below than as about after before until till what whats what's which who whose where why how how's much many all
  half everything some any each every other more less most least please pls plz thanks thank hi hey ok okay yes yeah yep nope
  swap send buy sell bridge stake unstake move transfer pay borrow lend repay withdraw deposit supply claim wrap unwrap
  revoke approve cancel stop show get put take make give keep leave use want need like just only still also again there here
  now today tomorrow week month price balance worth max`)

/** Small words of other common languages that are neither English nor names. */
const foreign = words(`
  al fue quien nunca nada mande mandes cancela lo mañana anzi foi quem roubou para envíes ich mandami
  el los las un una unos del al por para con sin que qué cuánto cuanto cuánta cómo como cuando dónde quiero quisiera puedo puedes
  mi mis tu su yo está esta esto eso estoy tengo tiene hay más pero muy hoy ahora todo toda todos mitad gracias favor hola
  enviar envía envia manda mandar cambia cambiar vender vende comprar compra mover conviene es soy
  os dos das uma não nao meu minha meus minhas você voce eu quero quanto isso agora tudo obrigado obrigada até mais
  envie enviar troque trocar mande vou tenho pra pelo
  le les une des du au aux et ou où mon ma mes ton ta ses je tu elle nous vous ils est sont suis ai avec sans pour dans sur
  que qui quoi combien comment veux peux peut faut tout tous moitié maintenant merci bonjour svp envoie envoyer échange
  échanger achète acheter vends vendre c'est j'ai n'est pas s'il
  der das den dem des ein eine einen einem einer und oder aber nicht kein keine ich du er sie wir ihr mich mir dir mein meine
  meinen meiner ist sind bin habe hast kann kannst möchte will wie viel was wo wann warum bitte danke hallo auf für fur mit ohne
  von zu zum zur nach bei schick schicke sende senden tausche tauschen kaufe kaufen verkaufe verkaufen alle alles jetzt heute
  lo gli dei delle della dello di da nel nella sul che cosa quanto dove voglio vorrei posso puoi mio mia miei tuo
  sono è ho hai questo questa tutto tutti metà adesso grazie ciao invia inviare manda scambia scambiare compra vendi non più
  het een van naar voor met zonder en maar niet geen ik jij hij zij wij mijn jouw zijn hebben heb kan wil hoeveel wat waar
  graag alsjeblieft stuur ruil koop verkoop alles nu
  i do za się sie nie jest są ja mój moje mam chcę chce ile jak gdzie proszę prosze dziękuję wyślij wyslij zamień zamien
  kup sprzedaj wszystko teraz że
  ve bir bu şu ben sen benim için icin ile ne kadar nasıl lütfen lutfen gönder gonder değiştir hepsini şimdi var yok mı mi
  och att det som en ett inte jag du han hon mitt har kan vill hur mycket skicka byt köp sälj tack allt nu på för med till
  yang di ke dari untuk dengan tidak saya aku kamu ini itu apa berapa bagaimana tolong kirim tukar beli jual semua sekarang
  ang ng mga sa ko mo po ako ikaw magkano paano padala lahat ngayon
  và của là cho không tôi bạn này bao nhiêu gửi đổi mua bán tất cả
  și si sa nu este sunt eu meu mea vreau cât cat unde trimite schimbă cumpără vinde toate acum
  prehod laita compre presta echange nataka tuma nitumie badilisha nunua weka yangu yote kwa rafiki kuuza tolong valts vaihtaa lahetä pret vastu sang iskeisk pakeisk samaini cevir zamien
  adrese adresine adressen aktar alamat aldatu ale alir alstublieft ambil anda ara asseblief atau av azt bare bayar
  besok betaal betal betala bez bidali bilhin bisa bli bol borc bytt bytte ból cand canvia catre cek cevir cevirir
  chcem chci chuyen chuyển chỉ cimre csereld cserelj cseréld cserélj cumpara cuzdan cuzdanimdan când címre către dabar
  dar deg degil degistir deki depune dergo din ditt doi dompet duoc dërgo egy eladom eller enyem erdia erosi ert
  ettei etter ezt fara fele felet felét fizess fra fran från fără gde gdje gee gerne geuza gio gjithcka gjithçka
  gjysmen gonderin gonderir gracinas graciñas gui guztia haluaisin haluan halvparten hamisha helft helyezz hez hocu
  hogyan holnap homme hoz hoću huomenna huyo hvad hvis hvor hyva ibenta ikke ili imprumuta ingin inn ipadala istiyorum
  iz iznosom jeg jesam joka jos jsem jsi jsou jumatate jumătate kac kaikki kako katika kde kdy kell kerem khong kiasi
  kirimkan kjop kjøp kob koik kolik koliko konke kop kopa kopru koupit kuhu kui kuinka kuldd kuldj kuldjel kun kupi
  kupit kuwa kérem kõik køb kúp küldd küldj laheta lainaa lan langu lecsereljem leen legyen lehet lla lommebok
  lommeboken lompakkoon lompakosta ludzu lån låna lūdzu maine maksa mange manje mano manu meg meitat mele mennyi merca
  mesedez metade meva miert mig miksi minden minu minulle minun misin misiniz missa moj moji molim morgen mtumie muj
  mulle mun muta mutta mută muu mye myy mâine müü můj một naomba nar nasil ndiyo nebo nekem neki nem nerede ngay nije
  nin nincs ningependa nire nisam noen nosta nosuti nosūti nou nua nun nusu nuud nyni nyní nyt nå når nüüd nạp nửa od
  ode odesli odešli ole olen onun ook orain osoitteeseen osszes osta ovat overfor overfør pakeisk pakiusap palitan
  paljon palju palun pardod parduok pentru pinjam pirk pirkt plateste plati plau plătește pola polovicu polovinu
  posalji posli posudi pošalji pošli prasau prašau predaj predat predať prodaj prodat prodej prosim prosím protoze
  pujc pulku puolet puse pusi půjč půlku ra razmijeni rog rut rút saada sada saelg saldu salj samaini satin sau
  schimba selg sendt senin separuh setengah sett shite siirra simdi simpan sinun sitten siusk siųsk skal skift smen
  směň snalla snill snälla stavi stort sutra sve svu szeretnem szeretném szives sælg tafadhali tagad tai takas takk
  talleta tamamini tanaan tane tani tarcabol tarik tat te ted tedd teď thenga thengisa thumela toi tot tra troca tta
  tukarkan tárcából uplati ut utald utalj uten uza vaer vagy vaheta vaihda vaihdetaan valts valtsd vandaag vannak
  vaxla vegyek vegyel vegyél veksle venligst verander verkossa verstuur veya vil viska viską visu vloz vlož voisitko
  voitko vrea vsechno vsechny vsetko vymen vymenit vyměň válts váltsd växla vær ví všechno všechny všetko waarom wangu
  wissel yako yap yarin yarisini yatir yi yolla zako zameni zamijeni zangu zaplat zasto zašto ze zelim zmen ért
  împrumută összes được địa ťa želim
  mujhe mera mere meri hai hain ko ka ki ke se bhejo bhej karo kar do kitna kya nahi nahin aur abhi chahiye paise`)

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter(Boolean))
}

/** Words of both, which count for neither. */
const shared = new Set(
  [...foreign]
    .filter((word) => english.has(word))
    .concat('die dai so was will man hat gut a no me do as yo po di da ma mo'.split(' ')),
)

/** A letter that English words have not. A name may: it counts less than a word. */
const accented = /[^a-z'’]/
const accentCounts = 0.5

/** True if a text is English, as far as its small words and letters tell. Text without any counts as English. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if ((text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0) * 3 > letters) return false
  let [ours, theirs] = [0, 0]
  for (const [word] of text
    .toLowerCase()
    .replaceAll('’', "'")
    .matchAll(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu)) {
    if (shared.has(word)) continue
    if (english.has(word)) ours += 1
    else if (foreign.has(word)) theirs += word.length > 1 ? 1 : 0
    else if (accented.test(word)) theirs += accentCounts
  }
  return theirs === 0 || ours > theirs || (ours === theirs && ours > 1)
}
