-- The audit file: one SQLite database per site, every crawl of it. Any SQLite tool may look inside while a crawl runs.
-- Version 1 of the layout (PRAGMA user_version). Later layouts are reached by the numbered steps in store/file.py.
-- Times are UTC, ISO 8601. Shares are 0 to 1. JSON stands in TEXT columns; texts and links are zlib-compressed UTF-8.

-- Every address ever seen on this site, one row per identity key (urls/identity.py).
CREATE TABLE addresses (
  id  INTEGER PRIMARY KEY,      -- arrival order; says nothing, results never depend on it
  key TEXT NOT NULL UNIQUE,     -- two spellings with one key are one address; all order and joins rest on it
  url TEXT NOT NULL             -- the first spelling seen
);

-- One run over the site. A crawl without `finished` is resumed by the next run.
CREATE TABLE crawls (
  id       INTEGER PRIMARY KEY,
  source   TEXT NOT NULL,       -- what the user gave: site or sitemap address, or path of a file or folder; several
                                -- in the order of their letters, with commas between
  site     TEXT NOT NULL,       -- scheme://host[:port] that the audit is about, the first of several
  started  TEXT NOT NULL,
  finished TEXT,                -- when the last page was stored; NULL while it runs or after a kill
  audited  TEXT,                -- when all stages were done; NULL: the next run goes on from here
  declared INTEGER,             -- distinct addresses that the source named; NULL until all sitemaps are read
  previous INTEGER REFERENCES crawls(id),  -- the finished crawl whose pages are revalidated; NULL for the first
  settings TEXT NOT NULL,       -- JSON of [crawl]
  sites    TEXT NOT NULL DEFAULT '[]'  -- of several sources, in the order given: JSON list of [source, site]
);

-- The robots.txt, sitemaps and local sources that a crawl read, in the order of reading.
CREATE TABLE sources (
  crawl   INTEGER NOT NULL REFERENCES crawls(id),
  url     TEXT NOT NULL,
  kind    TEXT NOT NULL,        -- robots sitemap index text feed; of local sources list folder jsonl csv parquet warc
  status  INTEGER,              -- HTTP status, NULL when nothing answered
  entries INTEGER NOT NULL,     -- addresses or child sitemaps that it named
  note    TEXT NOT NULL,        -- what was wrong with it, in words; empty when nothing was
  PRIMARY KEY (crawl, url)
) WITHOUT ROWID;

-- The robots.txt of each origin as it was answered. Rules judge it by what each engine documents (urls/robotstxt.py).
CREATE TABLE robots (
  crawl        INTEGER NOT NULL REFERENCES crawls(id),
  origin       TEXT NOT NULL,   -- scheme://host[:port]
  url          TEXT NOT NULL,   -- where its redirects end
  status       INTEGER,         -- HTTP status, NULL when nothing answered
  outcome      TEXT NOT NULL,   -- model.Outcome
  content_type TEXT NOT NULL,
  z            BLOB NOT NULL,   -- zlib of its bytes, cut one byte behind 512,000, which no engine reads
  PRIMARY KEY (crawl, origin)
) WITHOUT ROWID;

-- What each sitemap is like, beside its addresses: JSON of model.SitemapFile, what is as it is by default left out.
CREATE TABLE sitemaps (
  crawl INTEGER NOT NULL REFERENCES crawls(id),
  url   TEXT NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (crawl, url)
) WITHOUT ROWID;

-- What a crawl has to ask and has asked. There is no "in progress": after a kill, what is not done is asked again.
CREATE TABLE frontier (
  crawl   INTEGER NOT NULL REFERENCES crawls(id),
  address INTEGER NOT NULL REFERENCES addresses(id),
  origin  TEXT NOT NULL,        -- sitemap start redirect link known (to the crawl before) hreflang: who named it first;
                                -- the first two are declared
  depth   INTEGER NOT NULL,     -- redirects between an address of another origin and this one
  lastmod TEXT NOT NULL,        -- the sitemap's own text
  state   TEXT NOT NULL,        -- new done failed skipped
  reason  TEXT NOT NULL,        -- why it was skipped: foreign_host excluded over_limit too_long too_many_redirects,
                                -- and of linked addresses trap too_deep nofollow file; target: fetched as a target of
                                -- hreflang alone, whoever named it; else empty
  level   INTEGER NOT NULL DEFAULT 0,  -- links that led here from a declared address; 0 for those and their redirects
  sitemap INTEGER REFERENCES addresses(id),  -- the first sitemap (no feed) that lists it; NULL where none does
  again   INTEGER REFERENCES addresses(id),  -- the second one; NULL where there is none
  PRIMARY KEY (crawl, address)
) WITHOUT ROWID;
CREATE INDEX frontier_new ON frontier (crawl, address) WHERE state = 'new';
CREATE INDEX frontier_level ON frontier (crawl, level) WHERE level > 0;

-- What one address answered in one crawl, and the facts of its head.
CREATE TABLE versions (
  id            INTEGER PRIMARY KEY,
  crawl         INTEGER NOT NULL REFERENCES crawls(id),
  address       INTEGER NOT NULL REFERENCES addresses(id),
  fetched       TEXT NOT NULL,
  status        INTEGER,                -- HTTP status (not_modified: of the answer that is used again); NULL when nothing answered
  outcome       TEXT NOT NULL,          -- model.Outcome
  note          TEXT NOT NULL,          -- the outcome in words
  redirect_to   INTEGER REFERENCES addresses(id),  -- where a redirect points, one hop; NULL if it does not redirect
  refresh_delay INTEGER,                -- seconds that its refresh (meta or header) waits; NULL without one
  seconds       REAL NOT NULL,          -- request to last byte
  size          INTEGER NOT NULL,       -- bytes of the decoded body
  content_type  TEXT NOT NULL,
  charset       TEXT NOT NULL,          -- the encoding the bytes were read with
  charset_conflict TEXT NOT NULL DEFAULT '',  -- what byte order mark, header and meta disagree on; '' when they agree
  content       TEXT NOT NULL DEFAULT '[]',   -- JSON list [selector of the content area, elements it found]
  etag          TEXT NOT NULL,
  last_modified TEXT NOT NULL,
  title         TEXT NOT NULL,
  description   TEXT NOT NULL,
  h1            TEXT NOT NULL,
  lang          TEXT NOT NULL,
  amp           INTEGER NOT NULL,       -- 1 for an AMP document
  canonicals    TEXT NOT NULL,          -- JSON list of model.CanonicalLink
  robots        TEXT NOT NULL,          -- JSON list of model.RobotsDirective
  alternates    TEXT NOT NULL,          -- JSON list of model.Alternate (mobile addresses)
  og_url        TEXT NOT NULL DEFAULT '',     -- of the meta element og:url, resolved; '' without one
  prev_url      TEXT NOT NULL DEFAULT '',     -- of the link with rel=prev, resolved
  next_url      TEXT NOT NULL DEFAULT '',     -- of the link with rel=next, resolved
  insecure      INTEGER NOT NULL DEFAULT 0,   -- things other than images that an https page asks for over http
  insecure_url  TEXT NOT NULL DEFAULT '',     -- the first of them
  tls_fault     TEXT NOT NULL DEFAULT '',     -- why the certificate is not valid, in OpenSSL's words; '' when it is
  main_hash     BLOB,                   -- texts.hash of the main text; NULL when there is none
  body_hash     BLOB,                   -- texts.hash of the body text; NULL when there is none
  main_words    INTEGER NOT NULL,
  body_words    INTEGER NOT NULL,
  content_hash  BLOB,                   -- of the body and its Content-Type (crawler/again.py); NULL when none was read
  header_hash   BLOB,                   -- of the other headers that facts come from
  reader        TEXT NOT NULL DEFAULT '',  -- who read it: facts of another reader are not used again
  UNIQUE (crawl, address)
);

-- Pages that were opened in a browser (--render), before and after their scripts ran: two rows a page. `versions` holds
-- the facts that are judged: the rendered ones where the raw page was a shell, else the raw ones.
CREATE TABLE renders (
  version    INTEGER NOT NULL REFERENCES versions(id),
  kind       TEXT NOT NULL,     -- raw rendered
  outcome    TEXT NOT NULL,     -- model.Outcome
  title      TEXT NOT NULL,
  canonicals TEXT NOT NULL,     -- JSON list of model.CanonicalLink
  robots     TEXT NOT NULL,     -- JSON list of model.RobotsDirective
  main_hash  BLOB,              -- texts.hash of the main text; NULL when there is none
  body_hash  BLOB,              -- texts.hash of the body text; NULL when there is none
  words      INTEGER NOT NULL,  -- of the body text
  seconds    REAL NOT NULL,     -- in the browser; 0 for raw
  requests   INTEGER NOT NULL,  -- that the browser made to the site; 0 for raw
  note       TEXT NOT NULL,     -- what was odd about it
  z          BLOB NOT NULL,     -- its hreflang, as annotations.z
  PRIMARY KEY (version, kind)
) WITHOUT ROWID;

-- What the site answered, behind the crawl, to other spellings of some of its pages (crawler/probes.py).
CREATE TABLE probes (
  crawl       INTEGER NOT NULL REFERENCES crawls(id),
  section     TEXT NOT NULL,    -- scheme://host/first-folder/ that the page stands for
  kind        TEXT NOT NULL,    -- scheme www slash index_file upper_case double_slash unknown_parameter tracking missing
  page        TEXT NOT NULL,    -- the page whose spelling was changed; the section for `missing`
  asked       TEXT NOT NULL,    -- the spelling; for `missing` an address made up
  status      INTEGER,          -- HTTP status, NULL when nothing was asked or answered
  redirect_to TEXT NOT NULL,    -- where it redirects, one hop; empty if it does not
  same        INTEGER,          -- 1: the page's text, 0: another text, NULL: no text to compare
  settled     INTEGER NOT NULL, -- 1: the answer names one canonical, and not itself
  note        TEXT NOT NULL,    -- why there is no answer, in words
  PRIMARY KEY (crawl, section, kind)
) WITHOUT ROWID;

-- Texts, stored once however many pages share them.
CREATE TABLE texts (
  hash BLOB PRIMARY KEY,        -- SHA-256 of the UTF-8 text, first 16 bytes
  z    BLOB NOT NULL            -- zlib
) WITHOUT ROWID;

-- Links of a page, one row per page: zlib of a JSON list [key of target, anchor, nofollow 0/1].
CREATE TABLE links (
  version INTEGER PRIMARY KEY REFERENCES versions(id),
  z       BLOB NOT NULL
);

-- What a page says of its versions in other languages, and faults in saying so: one row per page that has any of them.
CREATE TABLE annotations (
  version  INTEGER PRIMARY KEY REFERENCES versions(id),
  z        BLOB NOT NULL,       -- zlib of a JSON list [source, hreflang, raw, url, line, attrs] (model.Annotation)
  head_end TEXT NOT NULL,       -- JSON list of the fields of model.HeadEnd; '' when no link is lost
  faults   TEXT NOT NULL        -- JSON list [kind, text] (model.LinkFault) of its Link headers
);

-- What sitemaps say of the versions of an address in other languages, whether it was fetched or not.
CREATE TABLE sitemap_alternates (
  crawl   INTEGER NOT NULL REFERENCES crawls(id),
  address INTEGER NOT NULL REFERENCES addresses(id),
  sitemap TEXT NOT NULL,        -- its address
  entry   INTEGER NOT NULL,     -- number of the url element in it, from 1
  z       BLOB NOT NULL,        -- as annotations.z
  PRIMARY KEY (crawl, address, sitemap, entry)
) WITHOUT ROWID;

-- The current version of each page: that of the latest crawl (is_last).
CREATE VIEW pages AS
  SELECT v.*, a.key, a.url, f.origin, f.lastmod, (f.origin = 'sitemap') AS in_sitemap
  FROM versions v JOIN addresses a ON a.id = v.address
  JOIN frontier f ON f.crawl = v.crawl AND f.address = v.address
  WHERE v.crawl = (SELECT max(id) FROM crawls);

-- Which stage of the latest crawl was done with which settings; a stage with the same key is not done again.
CREATE TABLE stages (
  crawl    INTEGER NOT NULL REFERENCES crawls(id),
  stage    TEXT NOT NULL,       -- crawl text compare canonical audit report
  key      TEXT NOT NULL,       -- config.stage_key
  seconds  REAL NOT NULL,       -- how long it took
  finished TEXT NOT NULL,
  PRIMARY KEY (crawl, stage)
) WITHOUT ROWID;

-- What the owner said of pairs of pages (pagetwin review). Kept over crawls: an answer counts while both pages have
-- nearly the text they had. `key_a` < `key_b`.
CREATE TABLE labels (
  url_a    TEXT NOT NULL,
  url_b    TEXT NOT NULL,
  key_a    TEXT NOT NULL,
  key_b    TEXT NOT NULL,
  text     TEXT NOT NULL,       -- main body: the kind of text that the pair was scored and shown on
  hash_a   BLOB NOT NULL,       -- texts.hash of that text when it was judged
  hash_b   BLOB NOT NULL,
  jaccard  REAL NOT NULL,       -- as scored when it was judged
  a_in_b   REAL NOT NULL,
  b_in_a   REAL NOT NULL,
  label    TEXT NOT NULL,       -- same different unsure
  note     TEXT NOT NULL,       -- the owner's own words
  labelled TEXT NOT NULL,       -- when
  PRIMARY KEY (key_a, key_b)
) WITHOUT ROWID;

-- The thresholds that the owner took over from a review; at most one row. A flag or the settings file goes before them.
CREATE TABLE adopted (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  jaccard     REAL NOT NULL,
  containment REAL NOT NULL,
  answers     INTEGER NOT NULL, -- clear answers that they rest on
  adopted     TEXT NOT NULL     -- when
);

-- Signals of addresses that the owner imported (pagetwin import): one row per file, kind and period. Kept over crawls.
CREATE TABLE imports (
  id       INTEGER PRIMARY KEY, -- in the order of importing
  digest   TEXT NOT NULL UNIQUE,  -- of the file's bytes and its part: nothing is imported twice
  told     TEXT NOT NULL,       -- JSON of what the owner told of it (signals.records.Told), '' for nothing
  file     TEXT NOT NULL,       -- its name, without folders
  kind     TEXT NOT NULL,       -- performance indexing inspection yandex table log (signals/records.py)
  engine   TEXT NOT NULL,       -- google yandex, or what --source names; '' for logs
  scope    TEXT NOT NULL,       -- the reason of an indexing export; else ''
  begins   TEXT NOT NULL,       -- first day of the period, ISO 8601; '' when the file does not say
  ends     TEXT NOT NULL,       -- last day
  phase    TEXT NOT NULL,       -- before after: of a file that compares two periods; else ''
  imported TEXT NOT NULL,       -- when
  rows     INTEGER NOT NULL,    -- rows read: the addresses in `signals` and the three below
  repeated INTEGER NOT NULL,    -- rows about an address that another row names, too
  faulty   INTEGER NOT NULL,    -- rows that could not be used
  aside    INTEGER NOT NULL     -- rows of no concern: visitors of a log that are no bots
);

-- What an import says of an address, whether it was crawled or not. NULL and '' are what it does not say.
CREATE TABLE signals (
  import    INTEGER NOT NULL REFERENCES imports(id),
  key       TEXT NOT NULL,      -- identity key, as addresses.key
  bot       TEXT NOT NULL,      -- visitor, in logs; unverified: the user agent says so
  url       TEXT,               -- as written; NULL when that is the key
  clicks    INTEGER,
  shows     INTEGER,
  position  REAL,               -- average position, weighted by shows where rows were added up
  visits    INTEGER,
  status    TEXT NOT NULL,      -- the engine's own word (its list is open); HTTP status in logs
  in_search INTEGER,            -- 1: in search by that status, 0: not
  target    TEXT NOT NULL,      -- identity key of the address that the engine takes in its place
  declared  TEXT NOT NULL,      -- identity key of the canonical that the engine read
  dated     TEXT NOT NULL,      -- when it became so
  seen      TEXT NOT NULL,      -- when the engine's bot was there; the last visit, in logs
  PRIMARY KEY (import, key, bot)
) WITHOUT ROWID;

-- Updates of search engines that the owner named (--update): days between the two periods that are compared.
CREATE TABLE updates (
  begins TEXT NOT NULL,         -- ISO 8601
  ends   TEXT NOT NULL,
  PRIMARY KEY (begins, ends)
) WITHOUT ROWID;

-- Results of the latest analysis. The tables below are written anew by each analysis, in one transaction.

-- Site-wide results by name, JSON: compare, reading (settings used), recall, histograms, pair_count, pairs_complete,
-- rules (lines in each file of rules/), clean_param (proposed lines: host, path, names), leak (canonical/carry.py),
-- pairs_left_out (by crowded buckets of LSH, at most), complete, peak_rss_mb, site_blocks (hashes of body lines left out of the comparison, similarity/blocks.py).
CREATE TABLE results (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- One row per page that took part in the comparison or can be judged without a text.
CREATE TABLE analysed (
  address             INTEGER PRIMARY KEY REFERENCES addresses(id),
  indexability        TEXT NOT NULL,    -- model.Indexability
  canonical           INTEGER REFERENCES addresses(id),  -- the one canonical it names; NULL for none, several or unknown
  canonical_url       TEXT NOT NULL,    -- the same as written out; '' for none
  inlinks             INTEGER NOT NULL, -- pages of the crawl that link to it (not itself)
  text                TEXT NOT NULL,    -- main body; '' when it was not compared
  text_note           TEXT NOT NULL,    -- why body was chosen
  words               INTEGER NOT NULL, -- of the chosen text
  shingles            INTEGER NOT NULL, -- distinct shingles of the chosen text
  closest             INTEGER REFERENCES addresses(id),  -- closest match by Jaccard; NULL if no page shares anything
  closest_jaccard     REAL NOT NULL,
  closest_containment REAL NOT NULL,    -- with that page, the larger of the two directions
  near_duplicates     INTEGER NOT NULL, -- exact count of pages at or above a threshold with it
  unique_share        REAL NOT NULL     -- share of its shingles found on no other page; 0 when not compared
);

-- What the imports say of the addresses of the latest crawl: one row where anything is known.
CREATE TABLE page_signals (
  address   INTEGER PRIMARY KEY REFERENCES addresses(id),
  clicks    INTEGER,            -- of the newest period of each engine, added up; NULL when no such file was imported
  shows     INTEGER,
  in_search INTEGER             -- 1: in search by the newest status of an engine, 0: in none, NULL: no status known
);

-- Where the text of each compared page stands beside it: shares of its distinct shingles.
CREATE TABLE spread (
  address INTEGER PRIMARY KEY REFERENCES addresses(id),
  section TEXT NOT NULL,        -- the folder its address begins with (urls/sections.py); '' right under the root
  on_1    REAL NOT NULL,        -- found on exactly 1 other page;
  on_2_5  REAL NOT NULL,        --   on 2 to 5 others;
  on_6_20 REAL NOT NULL,        --   on 6 to 20;
  on_more REAL NOT NULL,        --   on more. With analysed.unique_share they add up to 1
  inside  REAL NOT NULL,        -- found on another page of its section;
  outside REAL NOT NULL         --   on a page of another section. Some are both
);

-- Every pair at or above a threshold, by address ids; a is the one with the smaller key.
CREATE TABLE pairs (
  a      INTEGER NOT NULL REFERENCES addresses(id),
  b      INTEGER NOT NULL REFERENCES addresses(id),
  shared INTEGER NOT NULL,      -- shingles on both
  size_a INTEGER NOT NULL,
  size_b INTEGER NOT NULL,
  text   TEXT NOT NULL,         -- main body: the kind of text both were scored on
  kind   TEXT NOT NULL,         -- exact near contained
  PRIMARY KEY (a, b)
) WITHOUT ROWID;
CREATE INDEX pairs_b ON pairs (b);

-- Groups. A resolved group has fewer than two open members (indexable, not canonicalised): nothing to do.
CREATE TABLE clusters (
  id             INTEGER PRIMARY KEY,   -- stays with the group from one analysis to the next (known_members)
  kind           TEXT NOT NULL,         -- exact near contained: the loosest relation inside
  size           INTEGER NOT NULL,
  lowest         REAL NOT NULL,         -- Jaccard, over all pairs inside
  median         REAL NOT NULL,
  sampled        INTEGER NOT NULL,      -- 1: lowest and median are from a sample
  representative INTEGER NOT NULL REFERENCES addresses(id),
  keeper         INTEGER NOT NULL REFERENCES addresses(id),
  resolved       INTEGER NOT NULL,
  reasons        TEXT NOT NULL,         -- JSON list of model.Reason
  conflicts      TEXT NOT NULL          -- JSON list of model.Reason
);

CREATE TABLE members (
  cluster                   INTEGER NOT NULL REFERENCES clusters(id),
  address                   INTEGER NOT NULL UNIQUE REFERENCES addresses(id),
  role                      TEXT NOT NULL,  -- model.Role
  jaccard_to_representative REAL NOT NULL,
  jaccard_to_keeper         REAL NOT NULL,
  in_keeper                 REAL NOT NULL,  -- containment of the member in the keeper
  keeper_in                 REAL NOT NULL,  -- containment of the keeper in the member
  PRIMARY KEY (cluster, address)
) WITHOUT ROWID;

-- The members of every number that a group of this file ever had, as they were when it was last found. By these a
-- group is known again; numbers are never given twice, so they are kept when the group is gone.
CREATE TABLE known_members (
  cluster INTEGER NOT NULL,     -- as clusters.id, or once was
  address INTEGER NOT NULL REFERENCES addresses(id),
  PRIMARY KEY (cluster, address)
) WITHOUT ROWID;

-- Where each address leads for each engine (canonical/canonize.py): by its own signals, then on the main host.
CREATE TABLE canonized (
  address       INTEGER NOT NULL REFERENCES addresses(id),
  engine        TEXT NOT NULL,  -- google yandex
  canonized_url TEXT NOT NULL,  -- where redirects, canonical and parameters lead in the end; '' for a circle
  main_url      TEXT NOT NULL,  -- the same on the main host of its mirrors; '' for a circle
  owner         TEXT NOT NULL,  -- registrable domain of main_url, or the name that [canonical.owners] gives
  kinds         TEXT NOT NULL,  -- CASE_HOST CANONIZE MIRROR OWNER: the kinds of steps that were taken, '' for none
  path          TEXT NOT NULL,  -- JSON list of canonical.steps.Step: what led where, what was not honoured and why
  PRIMARY KEY (address, engine)
) WITHOUT ROWID;

-- The hosts of the crawl and their mirrors (canonical/mirrors.py), with the rating that chose the main one.
CREATE TABLE mirrors (
  host       TEXT PRIMARY KEY,  -- scheme://host[:port]
  main       TEXT NOT NULL,     -- the main one of its mirrors, itself where it has none
  pages      INTEGER NOT NULL,  -- addresses that it serves itself
  same       INTEGER NOT NULL,  -- addresses that say the same on the mirror that shares most
  redirected INTEGER NOT NULL,  -- addresses that redirect to the same path of a mirror
  rating     REAL NOT NULL,     -- points of shows, clicks, quality index, citation index; 0 without mirrors
  fallback   REAL NOT NULL,     -- points of redirects, https, sitemap, internal links: where ratings are equal
  terms      TEXT NOT NULL,     -- JSON list of canonical.rating.Term; [] without mirrors
  reason     TEXT NOT NULL      -- why it is no mirror of a host with the same pages: language subdomain; else ''
) WITHOUT ROWID;

-- Each duplicate with the one address that stands for it: chains are followed to their end, and no main address is a
-- duplicate. By identity keys, so that tables of several audits can be joined.
CREATE TABLE superdups (
  duplicate_key TEXT PRIMARY KEY,
  duplicate_url TEXT NOT NULL,
  main_key      TEXT NOT NULL,
  main_url      TEXT NOT NULL,
  score         REAL,           -- of their texts: containment where `how` is contained, else Jaccard; NULL: no text
  how           TEXT NOT NULL,  -- exact near contained redirect canonical
  why           TEXT NOT NULL,  -- step of our own order by which it is the main one (canonical/keeper.py)
  audit         TEXT NOT NULL   -- folder of the audit, as it was called then
) WITHOUT ROWID;

-- All signals of a group at its keeper (canonical/carry.py): what it would have with the duplicates folded into it.
-- `..._elsewhere` is what of it sits on addresses that are not the keeper, `..._on` how many of these have any.
CREATE TABLE carried (
  keeper            INTEGER PRIMARY KEY REFERENCES addresses(id),  -- as clusters.keeper
  clicks            INTEGER,          -- of all members; NULL when none is known
  clicks_elsewhere  INTEGER NOT NULL,
  clicks_on         INTEGER NOT NULL,
  shows             INTEGER,          -- the same of shows
  shows_elsewhere   INTEGER NOT NULL,
  shows_on          INTEGER NOT NULL,
  inlinks           INTEGER NOT NULL, -- pages outside the group that link to any member
  inlinks_elsewhere INTEGER NOT NULL, -- those of them that link to duplicates alone
  inlinks_on        INTEGER NOT NULL,
  inside            INTEGER NOT NULL, -- members that link to other members: no recommendation, so not in `inlinks`
  hosts             TEXT NOT NULL,    -- JSON list [host, linking pages], most first
  owners            TEXT NOT NULL,    -- JSON list [owner, linking pages]
  anchors           TEXT NOT NULL,    -- JSON list [text of links, pages that use it], the most common
  page_date         TEXT NOT NULL,    -- the latest of its members (page_dates); '' when none is known
  first_seen        TEXT NOT NULL,    -- the earliest
  last_changed      TEXT NOT NULL,    -- the latest
  in_search         INTEGER,          -- members in search; NULL when no status is known
  in_sitemap        INTEGER NOT NULL, -- members in the sitemap
  words             INTEGER NOT NULL  -- of the longest text
);

-- Days of the members of groups, ISO 8601.
CREATE TABLE page_dates (
  address      INTEGER PRIMARY KEY REFERENCES addresses(id),
  page_date    TEXT NOT NULL,         -- lastmod of the sitemap, else Last-Modified, as a day; '' for none
  first_seen   TEXT NOT NULL,         -- day of the earliest crawl that it answered
  last_changed TEXT NOT NULL          -- of the latest crawl that found another text than the one before; '' for none
);

-- Hosts of the latest crawl (canonical/carry.py).
CREATE TABLE hosts (
  host       TEXT PRIMARY KEY,
  owner      TEXT NOT NULL,           -- registrable domain, or the name that [canonical.owners] gives
  addresses  INTEGER NOT NULL,        -- that the crawl asked
  pages      INTEGER NOT NULL,        -- pages without their duplicates
  duplicates INTEGER NOT NULL,        -- members of groups that are not the keeper
  clicks     INTEGER,                 -- NULL when none is known
  shows      INTEGER,
  in_search  INTEGER,                 -- addresses in search; NULL when no status is known
  inlinks    INTEGER NOT NULL         -- pages of other hosts that link to it
) WITHOUT ROWID;

-- Which pages deserve the index: our suggestion (canonical/selection.py). Keepers, with what their groups carry to them,
-- and pages without a group. Terms are 0 to 1.
CREATE TABLE selection (
  address      INTEGER PRIMARY KEY REFERENCES addresses(id),
  score        REAL NOT NULL,         -- weighted mean of the terms
  tier         TEXT NOT NULL,         -- strong fair weak
  unique_share REAL NOT NULL,
  words        REAL NOT NULL,
  inlinks      REAL NOT NULL,
  clicks       REAL,                  -- NULL when no clicks are known on the site
  depth        REAL,                  -- NULL when links were not followed
  status       REAL NOT NULL          -- 1: search engines may show it
);

-- hreflang of each page that has any, as it was judged (audits/hreflang/clusters.py): a row for a page and not for an
-- entry, of which there may be millions.
CREATE TABLE hreflang (
  address INTEGER PRIMARY KEY REFERENCES addresses(id),
  cluster INTEGER NOT NULL,     -- number of what belongs together, from 1: most broken entries first, then most pages
  own     TEXT NOT NULL,        -- the codes that it has for itself, with commas; '' for none
  broken  INTEGER NOT NULL,     -- entries that cannot count as they are
  z       BLOB NOT NULL         -- zlib of a JSON list [code, target, sources, state]: code in its usual spelling, bits
                                -- 1 head 4 header 8 sitemap, place in LINE_STATES
);
CREATE INDEX hreflang_cluster ON hreflang (cluster, address);

-- hreflang as it should be (audits/hreflang/corrected.py): a set for pages that belong together, and the pages with one.
CREATE TABLE hreflang_sets (
  id INTEGER PRIMARY KEY,
  z  BLOB NOT NULL              -- zlib of a JSON list [code, target], x-default last
);
CREATE TABLE hreflang_corrected (
  address  INTEGER PRIMARY KEY REFERENCES addresses(id),
  versions INTEGER NOT NULL REFERENCES hreflang_sets(id)  -- its set
);

CREATE TABLE findings (
  rule     TEXT NOT NULL,
  engine   TEXT NOT NULL,       -- google yandex any
  severity TEXT NOT NULL,       -- error warning info
  address  INTEGER NOT NULL REFERENCES addresses(id),
  related  TEXT NOT NULL,       -- another address the finding speaks of; '' for none
  message  TEXT NOT NULL,       -- in English; %(url)s and %(related)s are those above, other places stand in `details`
  details  TEXT NOT NULL        -- JSON object of what fills the places of the message
);
