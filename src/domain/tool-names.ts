// Names that say which tool, service, language or format a task is about, and nothing about the person who asks. A
// message keeps them whatever their case, and with digits or dots in them. Companies and products that are not tools
// of a task are not in here, nor is anything that a library knows by itself.

/** In lower case. */
export const TOOL_NAMES: ReadonlySet<string> = new Set(
  `
  c++ c# f# g++ .net asp.net vb.net java javascript typescript python ruby rust golang kotlin swift scala perl php lua
  haskell elixir erlang clojure groovy julia matlab fortran cobol solidity zig ocaml prolog bash zsh powershell shell sql
  plsql html css scss sass xml json yaml toml markdown latex csv tsv pdf docx xlsx pptx svg png jpg jpeg gif webp mp3 mp4
  wav flac mkv avi mov h264 h265 h.264 h.265 epub ics vcf txt rtf zip tar gzip 7z 7zip utf8 utf-8 utf-16 ascii unicode base64
  regex hex md5 sha1 sha256 sha-256 sha512 ed25519 rsa aes aes-256 x509 x.509 wasm protobuf grpc parquet avro jsonl ndjson
  node.js nodejs next.js nextjs nuxt nuxt.js vue vue.js vuejs react react.js reactjs preact svelte sveltekit angular
  angularjs ember jquery d3 d3.js three.js socket.io express.js expressjs nestjs fastify hono deno bun npm npx pnpm yarn
  vite vitest webpack rollup esbuild babel eslint prettier biome jest mocha cypress playwright puppeteer selenium
  storybook tailwind bootstrap figma sketch canva photoshop illustrator indesign blender gimp imagemagick ffmpeg pandoc
  django flask fastapi pytest numpy pandas scipy sklearn scikit-learn pytorch tensorflow keras jupyter conda anaconda pip
  poetry mypy ruff celery sqlalchemy pydantic rails laravel symfony wordpress drupal joomla jekyll astro pascal magento shopify woocommerce
  spring hibernate maven gradle junit log4j cmake llvm gcc clang flutter dart xcode cocoapods android ios ipados macos
  watchos tvos linux unix ubuntu debian fedora centos rhel alpine arch windows wsl chrome firefox safari edge chromium
  electron tauri unity unreal godot arduino raspberry docker dockerfile docker-compose podman kubernetes k8s k3s k9s kubectl
  helm istio nginx apache caddy traefik haproxy envoy terraform opentofu ansible puppet pulumi vagrant packer vault consul
  nomad jenkins gitlab github bitbucket gitea git svn mercurial circleci travis argocd makefile readme changelog aws ec2 s3
  rds iam lambda cloudfront cloudformation dynamodb cloudwatch sqs sns ecs eks azure gcp bigquery firebase firestore
  cloudflare r2 vercel netlify heroku render supabase digitalocean linode openshift postgres postgresql mysql mariadb
  sqlite mongodb mongo redis memcached cassandra elasticsearch opensearch solr clickhouse snowflake databricks duckdb
  neo4j influxdb prometheus grafana loki kibana logstash datadog newrelic sentry splunk pagerduty opsgenie kafka rabbitmq
  nats mqtt zeromq spark hadoop airflow dbt flink hive tableau powerbi looker metabase superset excel powerpoint outlook
  onenote sharepoint onedrive word office office365 m365 o365 teams google gmail gdrive gcal youtube microsoft apple amazon
  libreoffice openoffice notion obsidian evernote todoist trello asana jira confluence clickup basecamp airtable linear
  monday.com smartsheet slack discord zoom webex skype telegram whatsapp messenger mattermost twilio sendgrid mailchimp
  mailgun hubspot salesforce zendesk intercom freshdesk servicenow stripe paypal square quickbooks xero datev sap oracle
  netsuite workday docusign dropbox nextcloud icloud wetransfer spotify soundcloud netflix twitch reddit twitter facebook
  instagram linkedin tiktok pinterest mastodon bluesky threads snapchat quora medium substack hackernews producthunt
  wikipedia stackoverflow arxiv pubmed kaggle huggingface openai chatgpt gpt gpt-4 claude anthropic gemini copilot llama
  mistral ollama langchain llamaindex pinecone weaviate chroma qdrant pgvector whisper midjourney dalle sora cursor windsurf
  vscode vim neovim emacs intellij pycharm webstorm eclipse sublime postman insomnia swagger openapi graphql rest soap
  webhook zapier ifttt n8n make.com homeassistant alexa siri hue sonos plex bitwarden 1password lastpass keepass auth0 okta
  keycloak oauth oauth2 oidc saml ldap jwt sso mfa 2fa totp tls ssl ssh sftp ftp scp rsync http https http2 http3 tcp udp
  ip ipv4 ipv6 dns dhcp vpn wireguard tor smtp imap pop3 rss atom mcp llm llms rag ai ml nlp ocr tts stt cv gpu cpu ram ssd
  usb hdmi bluetooth wifi nfc api apis sdk cli gui ui ux url urls uri uuid html5 css3 es6 dom orm crud etl elt ci cd ci/cd
  tcp/ip i/o a/b devops mlops gitops sre qa tdd bdd mvp poc prd rfc adr okr okrs kpi kpis crm erp cms lms saas paas iaas seo
  sem ppc cta faq q&a r&d b2b b2c roi sla slo nda gdpr hipaa soc2 pci pr prs todo eta eod asap fyi tldr diy id ids os
  vm vms vpc cdn nas raid bios efi x86 x64 arm64 amd64 cuda opencl opengl vulkan webgl webgpu webrtc websocket websockets
  pwa spa ssr ssg jsx tsx dvd cd-rom 2d 3d hd vr ar iot p2p web3 nft nfts bitcoin ethereum crypto i18n l10n a11y e2e v8
  qr gps gis osm crontab cron systemd tmux homebrew brew apt yum dnf pacman snap flatpak chocolatey winget awk sed
  grep jq curl wget utc iso iso-8601 pc mac iphone ipad
  tv hr dna rna gdp mb gb tb kb cad fpga pcb mri ide uml rgb hvac isbn sku vat pos atm ev wcag cctv ok ceo cto cfo sms mms
  etf ipo midi ad ads gpx kml pgp gpg rfid dsp eeg ecg pcr csp csrf xss ddos waf siem soc dlp pii phi
  usd eur gbp jpy cny inr chf
  english german french spanish italian portuguese dutch russian polish czech turkish arabic hebrew hindi bengali urdu
  chinese mandarin cantonese japanese korean vietnamese thai indonesian swedish norwegian danish finnish greek latin
  ukrainian romanian hungarian esperanto
  `
    .trim()
    .split(/\s+/),
)
