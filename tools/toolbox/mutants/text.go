package mutants

import "strings"

// blankStringsAndComments replaces comments and string contents by spaces, so that offsets do not change. Expressions
// in string templates are code and are not replaced.
func blankStringsAndComments(source string) string {
	s := &scanner{source: source, code: []byte(source)}
	for s.offset < len(source) {
		if s.isInString {
			s.scanString()
		} else {
			s.scanCode()
		}
	}
	return string(s.code)
}

type scanner struct {
	source     string
	code       []byte
	offset     int
	isInString bool
	// templates is the number of open parentheses in each open template.
	templates []int
}

func (s *scanner) blank(count int) {
	for ; count > 0 && s.offset < len(s.code); count-- {
		s.code[s.offset] = ' '
		s.offset++
	}
}

func (s *scanner) scanCode() {
	rest, last := s.source[s.offset:], len(s.templates)-1
	switch {
	case strings.HasPrefix(rest, "//"):
		s.blank(lengthThrough(rest, "\n"))
	case strings.HasPrefix(rest, "/*"):
		s.blank(lengthThrough(rest, "*/"))
	case rest[0] == '"':
		s.isInString = true
		s.blank(1)
	case rest[0] == ')' && last >= 0 && s.templates[last] == 0:
		s.templates = s.templates[:last]
		s.isInString = true
		s.blank(1)
	default:
		if last >= 0 && rest[0] == '(' {
			s.templates[last]++
		}
		if last >= 0 && rest[0] == ')' {
			s.templates[last]--
		}
		s.offset++
	}
}

func (s *scanner) scanString() {
	rest := s.source[s.offset:]
	switch {
	case strings.HasPrefix(rest, `\(`):
		s.templates = append(s.templates, 0)
		s.isInString = false
		s.blank(len(`\(`))
	case rest[0] == '\\':
		s.blank(len(`\"`))
	case rest[0] == '"':
		s.isInString = false
		s.blank(1)
	default:
		s.blank(1)
	}
}

// lengthThrough returns the length up to the end of the mark, or of the whole text if the mark is missing.
func lengthThrough(text, mark string) int {
	if index := strings.Index(text, mark); index >= 0 {
		return index + len(mark)
	}
	return len(text)
}

// widenToParentheses extends a range to matching parentheses that lie outside of the syntax tree, as in `(a) && b`.
func widenToParentheses(source []byte, start, end int) (int, int) {
	opened, closed := countUnmatched(blankStringsAndComments(string(source[start:end])))
	for ; closed > 0; closed-- {
		start = strings.LastIndexByte(string(source[:start]), '(')
	}
	for ; opened > 0; opened-- {
		end += strings.IndexByte(string(source[end:]), ')') + 1
	}
	return start, end
}

func countUnmatched(text string) (opened, closed int) {
	for _, char := range text {
		switch {
		case char == '(':
			opened++
		case char == ')' && opened > 0:
			opened--
		case char == ')':
			closed++
		}
	}
	return opened, closed
}
