package mutants

import "strings"

// blankTexts replaces comments and the texts of strings by spaces, so that offsets stay. What stands in the templates
// of a string is code.
func blankTexts(source string) string {
	s := &scanner{source: source, code: []byte(source)}
	for s.at < len(source) {
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
	at         int
	isInString bool
	// templates counts, for each template that is open, the parentheses that are open in it.
	templates []int
}

func (s *scanner) blank(count int) {
	for ; count > 0 && s.at < len(s.code); count-- {
		s.code[s.at] = ' '
		s.at++
	}
}

func (s *scanner) scanCode() {
	rest, last := s.source[s.at:], len(s.templates)-1
	switch {
	case strings.HasPrefix(rest, "//"):
		s.blank(lengthTo(rest, "\n"))
	case strings.HasPrefix(rest, "/*"):
		s.blank(lengthTo(rest, "*/"))
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
		s.at++
	}
}

func (s *scanner) scanString() {
	rest := s.source[s.at:]
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

// lengthTo answers how far the mark's end is, or the length of a text without it.
func lengthTo(text, mark string) int {
	if at := strings.Index(text, mark); at >= 0 {
		return at + len(mark)
	}
	return len(text)
}

// widenToParentheses takes in the parentheses that an expression such as `(a) && b` opens or closes outside of
// what its syntax tree covers.
func widenToParentheses(source []byte, start, end int) (int, int) {
	opened, closed := countUnmatched(blankTexts(string(source[start:end])))
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
