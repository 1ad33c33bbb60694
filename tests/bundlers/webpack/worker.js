// The comparison in a worker of the page's own.
import "waybill/diff/worker";
