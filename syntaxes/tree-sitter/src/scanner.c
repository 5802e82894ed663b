// What a context-free lexer can't see of a chat template: whether it stands in text or in a tag, and which
// blocks are open. With that, text is never read as code (nor code as text), not even after an error, and a
// block that nothing ends is closed where its parent ends.
#include <stddef.h>
#include <string.h>

#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

enum Token {
  TEXT,
  COMMENT,
  VARIABLE_START,
  VARIABLE_END,
  BLOCK_START,
  BRANCH_START,
  END_START,
  ORPHAN_START,
  RAW_START,
  BLOCK_END,
  RAW_TEXT,
  STRING_START,
  STRING_REST,
  RIGHT_BRACE,
  MALFORMED_STRING,
  UNCLOSED_COMMENT,
  MISSING_CLOSE,
  WRONG_CLOSE,
  MISSING_END,
  ERROR_SENTINEL,
};

enum Mode { IN_TEXT, IN_OUTPUT, IN_BLOCK, IN_RAW_TAG, IN_RAW };

// Kinds of open blocks. IF and FOR become the _ELSE kind once their `else` was read.
enum Kind { NO_KIND, IF, IF_ELSE, FOR, FOR_ELSE, SET, MACRO, CALL, FILTER, GENERATION, WITH, BLOCK, AUTOESCAPE, RAW };

typedef struct {
  const char *open;
  const char *end;
  uint8_t kind;
} BlockWord;

static const BlockWord BLOCK_WORDS[] = {
    {"if", "endif", IF},
    {"for", "endfor", FOR},
    {"set", "endset", SET},
    {"macro", "endmacro", MACRO},
    {"call", "endcall", CALL},
    {"filter", "endfilter", FILTER},
    {"generation", "endgeneration", GENERATION},
    {"with", "endwith", WITH},
    {"block", "endblock", BLOCK},
    {"autoescape", "endautoescape", AUTOESCAPE},
    {"raw", "endraw", RAW},
};
#define BLOCK_WORD_COUNT (sizeof BLOCK_WORDS / sizeof *BLOCK_WORDS)

// Words that may stand after a complete expression.
static const char *const WORDS_AFTER_EXPRESSION[] = {
    "if", "else", "and", "or", "not", "in", "is", "recursive", "as", "import", "ignore", "with", "without",
};
#define AFTER_COUNT (sizeof WORDS_AFTER_EXPRESSION / sizeof *WORDS_AFTER_EXPRESSION)

#define WORD_SIZE 16
#define STATE_HEAD 4
#define MAX_DEPTH 1000  // of the 1024 bytes that the state may take
#define MAX_ADJACENT_STRINGS 16

typedef struct {
  uint8_t mode;
  uint8_t closes;  // blocks to be closed, without an end tag, before the tag that comes next
  uint8_t quote;   // of the string that the lexer is in, or 0
  bool cut;        // that string has no closing quote
  bool comments_end_nowhere;  // an unclosed comment was met: no later one needs to look for its end
  uint16_t depth;
  uint8_t open[MAX_DEPTH];
} Scanner;

static inline void skip_one(TSLexer *lexer) { lexer->advance(lexer, false); }
static inline bool is_space(int32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 || (c >= 0x1C && c <= 0x1F);
}
static inline bool is_line_end(int32_t c) { return c == '\n' || c == '\r'; }
static inline bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static inline bool is_word(int32_t c) {
  return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c > 127 && !is_space(c));
}
static inline bool is_hex(int32_t c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
static inline bool is_sign(int32_t c) { return c == '-' || c == '+'; }
static inline bool is_tag_mark(int32_t c) { return c == '{' || c == '%' || c == '#'; }

static void skip_spaces(TSLexer *lexer) {
  while (is_space(lexer->lookahead)) skip_one(lexer);
}

// Reads a word; one that doesn't fit is none that the scanner knows, and is cut.
static void read_word(TSLexer *lexer, char word[WORD_SIZE]) {
  unsigned length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < WORD_SIZE - 1) word[length++] = lexer->lookahead < 128 ? (char)lexer->lookahead : '?';
    skip_one(lexer);
  }
  word[length] = 0;
}

static bool emit(TSLexer *lexer, enum Token token) {
  lexer->result_symbol = token;
  return true;
}

// ------------------------------------------------------------------- open blocks

static void push(Scanner *s, uint8_t kind) {
  if (s->depth < MAX_DEPTH) s->open[s->depth++] = kind;
}

static bool ends(uint8_t kind, uint8_t open) {
  return kind == open || (kind == IF && open == IF_ELSE) || (kind == FOR && open == FOR_ELSE);
}

static bool takes_branch(bool is_elif, uint8_t open) { return open == IF || (!is_elif && open == FOR); }

static uint8_t kind_ended_by(const char *word) {
  for (unsigned i = 0; i < BLOCK_WORD_COUNT; i++)
    if (strcmp(word, BLOCK_WORDS[i].end) == 0) return BLOCK_WORDS[i].kind;
  return NO_KIND;
}

static uint8_t kind_opened_by(const char *word) {
  for (unsigned i = 0; i < BLOCK_WORD_COUNT; i++)
    if (strcmp(word, BLOCK_WORDS[i].open) == 0) return BLOCK_WORDS[i].kind;
  return NO_KIND;
}

static bool is_branch(const char *word) { return strcmp(word, "else") == 0 || strcmp(word, "elif") == 0; }

// How many open blocks stand between the tag `word` and the block it belongs to; -1: it belongs to none.
static int distance_to_owner(const Scanner *s, const char *word) {
  uint8_t ended = kind_ended_by(word);
  bool branch = is_branch(word), is_elif = strcmp(word, "elif") == 0;
  if (!ended && !branch) return 0;
  for (unsigned above = 0; above < s->depth; above++) {
    uint8_t open = s->open[s->depth - 1 - above];
    if (ended ? ends(ended, open) : takes_branch(is_elif, open)) return (int)above;
  }
  return -1;
}

// The lexer stands behind `{%`: decide how many blocks must be closed before that tag.
static void look_at_tag(Scanner *s, TSLexer *lexer) {
  char word[WORD_SIZE];
  if (is_sign(lexer->lookahead)) skip_one(lexer);
  skip_spaces(lexer);
  read_word(lexer, word);
  int distance = distance_to_owner(s, word);
  s->closes = distance > 0 ? (distance > 255 ? 255 : (uint8_t)distance) : 0;
}

// The token that ends here (already marked) leads into text: look at a tag that follows at once.
static void enter_text(Scanner *s, TSLexer *lexer) {
  s->mode = IN_TEXT;
  if (s->depth == 0 || lexer->lookahead != '{') return;
  skip_one(lexer);
  if (lexer->lookahead != '%') return;
  skip_one(lexer);
  look_at_tag(s, lexer);
}

// ------------------------------------------------------------------------ text

static bool scan_comment(Scanner *s, TSLexer *lexer) {
  skip_one(lexer);
  lexer->mark_end(lexer);
  if (is_sign(lexer->lookahead)) skip_one(lexer);
  bool on_first_line = true;
  while (!lexer->eof(lexer) && (on_first_line || !s->comments_end_nowhere)) {
    if (lexer->lookahead == '#') {
      skip_one(lexer);
      if (lexer->lookahead != '}') continue;
      skip_one(lexer);
      lexer->mark_end(lexer);
      enter_text(s, lexer);
      return emit(lexer, COMMENT);
    }
    if (on_first_line && is_line_end(lexer->lookahead)) {
      lexer->mark_end(lexer);
      on_first_line = false;
    }
    skip_one(lexer);
  }
  if (on_first_line) lexer->mark_end(lexer);
  s->comments_end_nowhere = true;
  return emit(lexer, UNCLOSED_COMMENT);
}

// Behind `{% set`: a block if no `=` comes before the end of the tag.
static bool is_set_block(TSLexer *lexer) {
  unsigned depth = 0;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    skip_one(lexer);
    if (c == '\'' || c == '"') {
      while (!lexer->eof(lexer) && lexer->lookahead != c) {
        if (lexer->lookahead == '\\') skip_one(lexer);
        skip_one(lexer);
      }
      skip_one(lexer);
    } else if (c == '(' || c == '[' || c == '{') {
      if (c == '{' && lexer->lookahead == '%') return false;
      depth++;
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth > 0) depth--;
    } else if (c == '%' && lexer->lookahead == '}') {
      return true;
    } else if (c == '=' && depth == 0) {
      return false;
    }
  }
  return false;
}

// Behind `raw`: the rest of a tag that begins a raw block.
static bool is_raw_tag(TSLexer *lexer) {
  skip_spaces(lexer);
  if (lexer->lookahead == '-') skip_one(lexer);
  if (lexer->lookahead != '%') return false;
  skip_one(lexer);
  return lexer->lookahead == '}';
}

static bool scan_block_start(Scanner *s, TSLexer *lexer) {
  skip_one(lexer);
  if (is_sign(lexer->lookahead)) skip_one(lexer);
  lexer->mark_end(lexer);
  skip_spaces(lexer);
  char word[WORD_SIZE];
  read_word(lexer, word);
  s->mode = IN_BLOCK;

  if (kind_ended_by(word) || is_branch(word)) {
    if (distance_to_owner(s, word) != 0) return emit(lexer, ORPHAN_START);
    if (kind_ended_by(word)) {
      s->depth--;
      return emit(lexer, END_START);
    }
    if (strcmp(word, "else") == 0) s->open[s->depth - 1]++;
    return emit(lexer, BRANCH_START);
  }
  uint8_t kind = kind_opened_by(word);
  if (kind == RAW) {
    if (!is_raw_tag(lexer)) return emit(lexer, BLOCK_START);
    push(s, RAW);
    s->mode = IN_RAW_TAG;
    return emit(lexer, RAW_START);
  }
  if (kind != NO_KIND && (kind != SET || is_set_block(lexer))) push(s, kind);
  return emit(lexer, BLOCK_START);
}

static bool scan_text(Scanner *s, TSLexer *lexer) {
  if (s->closes > 0 || (lexer->eof(lexer) && s->depth > 0)) {
    lexer->mark_end(lexer);
    if (s->closes > 0) s->closes--;
    if (s->depth > 0) s->depth--;
    return emit(lexer, MISSING_END);
  }
  bool any = false;
  while (!lexer->eof(lexer)) {
    if (lexer->lookahead != '{') {
      skip_one(lexer);
      any = true;
      continue;
    }
    lexer->mark_end(lexer);
    skip_one(lexer);
    if (!is_tag_mark(lexer->lookahead)) {
      any = true;
      continue;
    }
    if (any) {
      if (lexer->lookahead == '%') {
        skip_one(lexer);
        look_at_tag(s, lexer);
      }
      return emit(lexer, TEXT);
    }
    if (lexer->lookahead == '%') return scan_block_start(s, lexer);
    if (lexer->lookahead == '#') return scan_comment(s, lexer);
    skip_one(lexer);
    if (is_sign(lexer->lookahead)) skip_one(lexer);
    lexer->mark_end(lexer);
    s->mode = IN_OUTPUT;
    return emit(lexer, VARIABLE_START);
  }
  lexer->mark_end(lexer);
  return any && emit(lexer, TEXT);
}

// Behind `{%`: the rest of `endraw` with its closing delimiter.
static bool is_endraw_tag(TSLexer *lexer) {
  if (is_sign(lexer->lookahead)) skip_one(lexer);
  skip_spaces(lexer);
  for (const char *letter = "endraw"; *letter; letter++) {
    if (lexer->lookahead != *letter) return false;
    skip_one(lexer);
  }
  skip_spaces(lexer);
  if (is_sign(lexer->lookahead)) skip_one(lexer);
  if (lexer->lookahead != '%') return false;
  skip_one(lexer);
  return lexer->lookahead == '}';
}

static bool scan_raw(Scanner *s, TSLexer *lexer) {
  bool any = false;
  while (!lexer->eof(lexer)) {
    if (lexer->lookahead != '{') {
      skip_one(lexer);
      any = true;
      continue;
    }
    lexer->mark_end(lexer);
    skip_one(lexer);
    if (lexer->lookahead == '%') {
      skip_one(lexer);
      if (is_endraw_tag(lexer)) {
        s->mode = IN_TEXT;
        return emit(lexer, RAW_TEXT);
      }
    }
    any = true;
  }
  lexer->mark_end(lexer);
  s->mode = IN_TEXT;
  if (any) return emit(lexer, RAW_TEXT);
  s->depth--;
  return emit(lexer, MISSING_END);
}

// ------------------------------------------------------------------------ tags

// Skips the digits of an escape; false if there are too few.
static bool skip_hex(TSLexer *lexer, unsigned count) {
  uint32_t value = 0;
  for (; count > 0; count--) {
    int32_t c = lexer->lookahead;
    if (!is_hex(c)) return false;
    value = value * 16 + (uint32_t)(is_digit(c) ? c - '0' : (c | 32) - 'a' + 10);
    skip_one(lexer);
  }
  return value <= 0x10FFFF;
}

static bool skip_escape(TSLexer *lexer) {
  skip_one(lexer);
  int32_t c = lexer->lookahead;
  if (lexer->eof(lexer)) return true;
  skip_one(lexer);
  return c == 'x' ? skip_hex(lexer, 2) : c == 'u' ? skip_hex(lexer, 4) : c == 'U' ? skip_hex(lexer, 8) : true;
}

// The lexer stands behind a closing quote: can an expression go on like this?
static bool expression_goes_on(TSLexer *lexer) {
  skip_spaces(lexer);
  int32_t c = lexer->lookahead;
  if (lexer->eof(lexer) || c == '\\' || is_digit(c)) return false;
  if (is_word(c)) {
    char word[WORD_SIZE];
    read_word(lexer, word);
    for (unsigned i = 0; i < AFTER_COUNT; i++)
      if (strcmp(word, WORDS_AFTER_EXPRESSION[i]) == 0) return true;
    return false;
  }
  if (c == '<' || c == '/') {  // text such as `<|...|>` or `</...>`, not an operator
    skip_one(lexer);
    return lexer->lookahead != '|' && lexer->lookahead != (c == '<' ? '/' : '>');
  }
  return c < 128 && strchr("%}-+~*>=!|.,:)]['\"", (int)c) != 0;
}

// Skips to the closing quote and past it; false if there is none.
static bool skip_string(TSLexer *lexer, int32_t quote, bool *crosses) {
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (c == quote) {
      skip_one(lexer);
      return true;
    }
    if (c == '\\') {
      skip_escape(lexer);
      continue;
    }
    skip_one(lexer);
    if (is_line_end(c) || ((c == '%' || c == '}') && lexer->lookahead == '}')) *crosses = true;
  }
  return false;
}

// The opening quote. A string that lacks its closing quote would run to the quote of the next string, or to the
// end of the file. It is cut at the end of its line or tag instead, where what follows the quote it found could
// not follow a string (so that Python refuses the template, too).
static bool scan_string_start(Scanner *s, TSLexer *lexer) {
  int32_t quote = lexer->lookahead;
  bool crosses = false;
  skip_one(lexer);
  lexer->mark_end(lexer);
  s->quote = quote;
  s->cut = !skip_string(lexer, quote, &crosses);
  if (crosses) {
    for (unsigned i = 0; i < MAX_ADJACENT_STRINGS && !s->cut; i++) {
      skip_spaces(lexer);
      int32_t next = lexer->lookahead;
      if (next != '\'' && next != '"') break;
      skip_one(lexer);
      s->cut = !skip_string(lexer, next, &crosses);
    }
    if (!s->cut) s->cut = !expression_goes_on(lexer);
  }
  return emit(lexer, STRING_START);
}

// Behind the opening quote: the content and the closing quote.
static bool scan_string_rest(Scanner *s, TSLexer *lexer) {
  int32_t quote = s->quote, closer = s->mode == IN_OUTPUT ? '}' : '%';
  bool escapes_end = true;
  s->quote = 0;
  while (!lexer->eof(lexer)) {
    int32_t c = lexer->lookahead;
    if (s->cut && is_line_end(c)) break;
    if (c == '\\') {
      if (!skip_escape(lexer)) escapes_end = false;
      continue;
    }
    if (s->cut) lexer->mark_end(lexer);
    skip_one(lexer);
    if (s->cut && c == closer && lexer->lookahead == '}') return emit(lexer, MALFORMED_STRING);
    if (c == quote) {
      lexer->mark_end(lexer);
      return emit(lexer, escapes_end ? STRING_REST : MALFORMED_STRING);
    }
  }
  lexer->mark_end(lexer);
  return emit(lexer, MALFORMED_STRING);
}

static bool close_tag(Scanner *s, TSLexer *lexer, enum Token token) {
  skip_one(lexer);
  lexer->mark_end(lexer);
  if (s->mode == IN_RAW_TAG)
    s->mode = IN_RAW;
  else
    enter_text(s, lexer);
  return emit(lexer, token);
}

static bool scan_tag(Scanner *s, TSLexer *lexer, const bool *valid, bool recovering) {
  if (s->quote) return scan_string_rest(s, lexer);
  while (is_space(lexer->lookahead)) lexer->advance(lexer, true);
  lexer->mark_end(lexer);
  if (lexer->eof(lexer)) {
    s->mode = IN_TEXT;
    return emit(lexer, MISSING_CLOSE);
  }
  bool output = s->mode == IN_OUTPUT;
  int32_t sign = lexer->lookahead;
  if (sign == '\'' || sign == '"') return scan_string_start(s, lexer);
  if (is_sign(sign)) {
    skip_one(lexer);
    if (output && sign == '+') return false;
  }
  switch (lexer->lookahead) {
    case '%':
      skip_one(lexer);
      if (lexer->lookahead != '}') return false;
      return close_tag(s, lexer, output ? WRONG_CLOSE : BLOCK_END);
    case '}':
      skip_one(lexer);
      if (lexer->lookahead != '}') return false;
      if (valid[RIGHT_BRACE] && !(recovering && output)) return false;
      return close_tag(s, lexer, output ? VARIABLE_END : WRONG_CLOSE);
    case '{':
      skip_one(lexer);
      if (!is_tag_mark(lexer->lookahead)) return false;
      if (lexer->lookahead == '{' && (recovering || !valid[MISSING_CLOSE])) return false;
      s->mode = IN_TEXT;
      if (lexer->lookahead == '%') {
        skip_one(lexer);
        look_at_tag(s, lexer);
      }
      return emit(lexer, MISSING_CLOSE);
    default:
      return false;
  }
}

// --------------------------------------------------------- what tree-sitter calls

void *tree_sitter_chat_template_external_scanner_create(void) { return ts_calloc(1, sizeof(Scanner)); }

void tree_sitter_chat_template_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_chat_template_external_scanner_serialize(void *payload, char *buffer) {
  Scanner *s = payload;
  buffer[0] = (char)s->mode;
  buffer[1] = (char)s->closes;
  buffer[2] = (char)s->quote;
  buffer[3] = (char)(s->cut | s->comments_end_nowhere << 1);
  memcpy(buffer + STATE_HEAD, s->open, s->depth);
  return STATE_HEAD + s->depth;
}

void tree_sitter_chat_template_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Scanner *s = payload;
  memset(s, 0, offsetof(Scanner, open));
  if (length < STATE_HEAD) return;
  s->mode = (uint8_t)buffer[0];
  s->closes = (uint8_t)buffer[1];
  s->quote = (uint8_t)buffer[2];
  s->cut = buffer[3] & 1;
  s->comments_end_nowhere = buffer[3] >> 1 & 1;
  s->depth = (uint16_t)(length - STATE_HEAD);
  memcpy(s->open, buffer + STATE_HEAD, s->depth);
}

bool tree_sitter_chat_template_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *s = payload;
  switch (s->mode) {
    case IN_TEXT:
      return scan_text(s, lexer);
    case IN_RAW:
      return scan_raw(s, lexer);
    default:
      return scan_tag(s, lexer, valid, valid[ERROR_SENTINEL]);
  }
}
