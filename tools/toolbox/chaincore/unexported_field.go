package chaincore

import (
	"reflect"
	"unsafe"
)

// UnexportedField returns a pointer to an unexported field of a struct, or nil if the struct has no field of that
// name and type.
func UnexportedField[T any](pointer any, name string) *T {
	field := reflect.ValueOf(pointer).Elem().FieldByName(name)
	if !field.IsValid() || field.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}
