// The comparison in the page's own worker.
import "waybill/diff/worker";
