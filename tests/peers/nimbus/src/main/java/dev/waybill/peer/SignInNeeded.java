package dev.waybill.peer;

/** A person has to act: the code says what kind of sign-in was refused. */
final class SignInNeeded extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    SignInNeeded(String code) {
        super(code);
        this.code = code;
    }

    String code() {
        return code;
    }
}
