package chaincore

import (
	"fmt"
	"reflect"
	"unsafe"
)

// UnexportedField returns a pointer to an unexported field of a struct, for what a library offers no option for. It
// panics when the struct has no field of that name and type: then the library is another version than go.mod says.
func UnexportedField[T any](pointer any, name string) *T {
	field := reflect.ValueOf(pointer).Elem().FieldByName(name)
	if !field.IsValid() || field.Type() != reflect.TypeFor[T]() {
		panic(fmt.Sprintf("%T has no field %s of type %s: adapt the toolbox to this version", pointer, name, reflect.TypeFor[T]()))
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}
